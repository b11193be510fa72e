package economy_test

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/economy"
)

func ExampleParseAmount() {
	wei, err := economy.ParseAmount("0.5 MON")
	fmt.Println(wei, err)
	fmt.Println(economy.FormatAmount(wei, "MON"))
	_, err = economy.ParseAmount("1.5")
	fmt.Println(err)
	// Output:
	// 500000000000000000 <nil>
	// 0.5 MON
	// amount "1.5": a fraction needs a unit; write a whole number of wei, or a number with its unit: 0.5ether, 1 MON, 20gwei
}

func ExampleContracts_Deposit() {
	at := economy.Contracts{ChainID: 10143, Stakes: common.HexToAddress("0x57"), Coin: "MON"}
	amount, err := economy.ParseAmount("2 MON")
	if err != nil {
		panic(err)
	}
	call := at.Deposit(common.HexToAddress("0xa1"), amount)
	fmt.Println(call.Does)
	fmt.Printf("%s gets %s wei and %d bytes\n", call.To, call.Value, len(call.Data))
	// Output:
	// deposit 2 MON as stake of 0x00000000000000000000000000000000000000A1
	// 0x0000000000000000000000000000000000000057 gets 2000000000000000000 wei and 36 bytes
}

func ExampleParseEvidence() {
	said, canonical, err := economy.ParseEvidence([]byte(`{
		"type": "statement", "goal": "g1", "task": "report", "agent": "0x00000000000000000000000000000000000000a1",
		"text": "the report is empty"}`))
	fmt.Println(said.Type, err)
	fmt.Printf("%s\n%.4x…\n", canonical, economy.Hash(canonical))
	// Output:
	// statement <nil>
	// {"agent":"0x00000000000000000000000000000000000000a1","goal":"g1","task":"report","text":"the report is empty","type":"statement"}
	// 0699e0ad…
}
