package economy_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/chain/economy"
)

func TestAmountsAreReadExactly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0", "1": "1", "007": "7", "12wei": "12", " 12 wei ": "12",
		"0.5ether": "500000000000000000", "1 MON": "1000000000000000000", "1.0 Ether": "1000000000000000000",
		"0.000000000000000001 eth": "1", "0.0000000000000000010 eth": "1", "20gwei": "20000000000", "0.000000001 gwei": "1",
		"123456789.123456789123456789 mon":                                               "123456789123456789123456789",
		"115792089237316195423570985008687907853269984665640564039457584007913129639935": "115792089237316195423570985008687907853269984665640564039457584007913129639935",
	} {
		got, err := economy.ParseAmount(text)
		if err != nil || got.String() != want {
			t.Errorf("%q is %v, %v; want %s", text, got, err, want)
		}
	}
}

func TestWhatIsNoAmountIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", " ", "ether", ".5ether", "5.ether", "1.5", "1.2.3ether", "-1", "+1", "1e18", "0x10", "1_000", "1,5ether", "1 000", "٣",
		"1euro", "1 ether ether", "0.0000000000000000001ether", "0.1wei", "0.0000000001gwei", "1\nether", "∞",
		"115792089237316195423570985008687907853269984665640564039457584007913129639936", strings.Repeat("1", 1000),
	} {
		got, err := economy.ParseAmount(text)
		if _, ok := errors.AsType[*economy.AmountError](err); !ok {
			t.Errorf("%q is %v, %v; want it refused", text, got, err)
		}
	}
}

func TestAmountsAreWrittenExactly(t *testing.T) {
	t.Parallel()
	for wei, want := range map[string]string{
		"0": "0 MON", "1": "1 wei", "999999999": "999999999 wei", "1000000000": "0.000000001 MON", "500000000000000000": "0.5 MON",
		"1000000000000000000": "1 MON", "1000000000000000001": "1.000000000000000001 MON", "-1500000000000000000": "-1.5 MON", "-5": "-5 wei",
	} {
		n, _ := new(big.Int).SetString(wei, 10)
		if got := economy.FormatAmount(n, "MON"); got != want {
			t.Errorf("%s is written %q, want %q", wei, got, want)
		}
	}
}

func FuzzParseAmount(f *testing.F) {
	for _, text := range []string{"0.5ether", "1 MON", "20gwei", "7", "1.5", "-1", "1e18", "0.0000000000000000001ether", strings.Repeat("9", 90)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		amount, err := economy.ParseAmount(text)
		if err != nil {
			if _, ok := errors.AsType[*economy.AmountError](err); !ok || len(err.Error()) > 400 {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		if amount.Sign() < 0 || amount.BitLen() > 256 {
			t.Fatalf("%q is %s", text, amount)
		}
		again, err := economy.ParseAmount(economy.FormatAmount(amount, "ether"))
		if err != nil || again.Cmp(amount) != 0 {
			t.Fatalf("%q is %s, written and read %v, %v", text, amount, again, err)
		}
	})
}
