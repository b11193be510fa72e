package wire_test

import (
	"fmt"
	"net/http"

	"github.com/mergit-io/mergit/gateway/wire"
)

func ExampleProblem() {
	p := wire.Refuse(http.StatusUnprocessableEntity, "VALIDATION_FAILED", "the request has one fault").
		With(wire.Fault{Path: "plan.tasks[2].needs[0]", Reason: `no task "x"`})
	fmt.Println(p.Status, p, p.Err.Details.Faults[0])
	// Output: 422 VALIDATION_FAILED: the request has one fault plan.tasks[2].needs[0]: no task "x"
}
