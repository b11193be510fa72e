package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Value makes a Result of any Go value. HTML is left unescaped: results are read by people and models.
func Value(v any) (Result, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return Result{}, &Error{Code: CodeFailed, Message: "encode the result: " + err.Error(), Err: err}
	}
	return Result{Value: bytes.TrimRight(out.Bytes(), "\n")}, nil
}

// Decode reads arguments into a struct and refuses what the struct does not have, so that a tool called without
// Registry.Check still does not guess.
func Decode(args json.RawMessage, into any) error {
	if !bytes.HasPrefix(bytes.TrimSpace(args), []byte{'{'}) {
		return BadArg("", "arguments are an object")
	}
	decoder := json.NewDecoder(bytes.NewReader(args))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return BadArg(wrong.Field, "is a %s", wrong.Value)
		}
		return BadArg("", "%v", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return BadArg("", "text after the arguments")
	}
	return nil
}
