package httprequest_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/httprequest"
)

func Example() {
	tool := httprequest.New(httprequest.Config{})
	_, err := tool.Run(context.Background(), tools.Call{Args: json.RawMessage(`{"method": "GET", "url": "http://127.0.0.1:8080/admin"}`)})
	fmt.Println(err)
	// Output: url: GET http://127.0.0.1:8080/admin: 127.0.0.1 is not an address of the public internet; an operator can allow it with --allow-private
}
