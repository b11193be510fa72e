package reactions_test

import (
	"fmt"

	"github.com/mergit-io/mergit/chain/reactions"
	"github.com/mergit-io/mergit/commands"
)

// A contract's event becomes a row: whom it is about, and what that agent is told.
func ExampleOn() {
	type revoked struct {
		Token string `json:"agentId"`
	}
	rows := []reactions.Reaction{
		reactions.On("AgentPassport", "PassportRevoked", reactions.Rule[revoked]{
			About: func(a revoked, l reactions.Log) reactions.Key { return reactions.Numbered("token", l.At, a.Token) },
			Do: func(_ revoked, _ reactions.Log, agent commands.AgentRef) commands.Named {
				return commands.RevokeAgent{AgentRef: agent, Reason: "its passport was revoked on the chain"}
			},
		}),
	}
	fmt.Println(len(rows))
	// Output: 1
}
