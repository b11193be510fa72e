// Package bindings is the contracts in Go: deployment code, packed calls, unpacked results, events and errors. All but this
// file is generated; contracts/bindgen says how.
//
// Two things to know of the generated code: an event's unpacker reads its first topic unchecked, and logs that a reorg
// removed come through like any other, told apart by Raw.Removed only.
package bindings
