package watcher

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
)

// interfaces are the contracts that can be watched, by name.
var interfaces = map[string]*bind.MetaData{
	"AgentPassport":      &bindings.AgentPassportMetaData,
	"AuditTrail":         &bindings.AuditTrailMetaData,
	"Badges":             &bindings.BadgesMetaData,
	"ChallengeManager":   &bindings.ChallengeManagerMetaData,
	"ProofOfWork":        &bindings.ProofOfWorkMetaData,
	"ReputationRegistry": &bindings.ReputationRegistryMetaData,
	"StakeRegistry":      &bindings.StakeRegistryMetaData,
	"TaskEscrow":         &bindings.TaskEscrowMetaData,
}

// maxData is how much data of a log is kept, in bytes. Whoever can have a contract emit a string could otherwise make an event
// that no log takes, and the watcher would never get beyond it.
const maxData = 64 << 10

// exact is the width up to which JSON numbers hold every integer.
const exact = 48

// fact is a log as the log keeps it. What the interface does not explain is kept as it is.
func fact(chainID uint64, name string, known *abi.ABI, l types.Log) events.LogObserved {
	f := events.LogObserved{
		ContractName: name, Args: json.RawMessage(`{}`), Topics: make([]string, len(l.Topics)), Data: hexutil.Encode(l.Data),
		At: events.OnChain{
			Chain: chainID, Contract: lower(l.Address), Tx: l.TxHash.Hex(), Block: l.BlockNumber, BlockHash: l.BlockHash.Hex(), LogIndex: uint64(l.Index),
		},
		Time: l.BlockTimestamp,
	}
	for i, topic := range l.Topics {
		f.Topics[i] = topic.Hex()
	}
	event, args, err := decode(known, l.Topics, l.Data)
	switch {
	case len(l.Data) > maxData:
		f.Data = "sha256:" + events.Sum(l.Data).String()
		f.Event = event
	case err == nil:
		f.Event, f.Args = event, args
	}
	return f
}

func lower(a common.Address) string { return hexutil.Encode(a.Bytes()) }

// decode finds out which event a log is, and its arguments as RFC 8785 JSON.
func decode(known *abi.ABI, topics []common.Hash, data []byte) (event string, args json.RawMessage, err error) {
	if len(topics) == 0 {
		return "", nil, fmt.Errorf("an anonymous event")
	}
	e, err := known.EventByID(topics[0])
	if err != nil {
		return "", nil, err
	}
	values := map[string]any{}
	topics = topics[1:]
	var plain abi.Arguments
	for _, arg := range e.Inputs {
		if !arg.Indexed {
			plain = append(plain, arg)
			continue
		}
		if len(topics) == 0 {
			return e.Name, nil, fmt.Errorf("%s has too few topics", e.Name)
		}
		if values[arg.Name], err = indexed(arg, topics[0]); err != nil {
			return e.Name, nil, err
		}
		topics = topics[1:]
	}
	if len(topics) > 0 {
		return e.Name, nil, fmt.Errorf("%s has %d topics too many", e.Name, len(topics))
	}
	unpacked, err := plain.UnpackValues(data)
	if err != nil {
		return e.Name, nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	for i, arg := range plain {
		if values[arg.Name], err = value(arg.Type, reflect.ValueOf(unpacked[i])); err != nil {
			return e.Name, nil, fmt.Errorf("%s: %s: %w", e.Name, arg.Name, err)
		}
	}
	text, err := json.Marshal(values)
	if err == nil {
		args, err = events.Canonical(text)
	}
	return e.Name, args, err
}

// indexed reads an argument that is a topic: itself, or the hash of what does not fit into one.
func indexed(arg abi.Argument, topic common.Hash) (any, error) {
	switch arg.Type.T {
	case abi.IntTy, abi.UintTy, abi.BoolTy, abi.AddressTy, abi.FixedBytesTy:
	default:
		return topic.Hex(), nil
	}
	arg.Indexed = false
	unpacked, err := abi.Arguments{arg}.UnpackValues(topic[:])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", arg.Name, err)
	}
	return value(arg.Type, reflect.ValueOf(unpacked[0]))
}

// value turns what the ABI decoder gives into what JSON has.
func value(t abi.Type, v reflect.Value) (any, error) {
	switch t.T {
	case abi.IntTy, abi.UintTy:
		text := fmt.Sprint(v.Interface())
		if t.Size <= exact {
			return json.Number(text), nil
		}
		return text, nil
	case abi.BoolTy:
		return v.Bool(), nil
	case abi.StringTy:
		return strings.ToValidUTF8(v.String(), "\uFFFD"), nil
	case abi.BytesTy:
		return hexutil.Encode(v.Bytes()), nil
	case abi.AddressTy, abi.FixedBytesTy, abi.FunctionTy:
		bytes := make([]byte, v.Len())
		reflect.Copy(reflect.ValueOf(bytes), v)
		return hexutil.Encode(bytes), nil
	case abi.SliceTy, abi.ArrayTy:
		list := make([]any, v.Len())
		for i := range list {
			var err error
			if list[i], err = value(*t.Elem, v.Index(i)); err != nil {
				return nil, err
			}
		}
		return list, nil
	case abi.TupleTy:
		fields := map[string]any{}
		for i, name := range t.TupleRawNames {
			var err error
			if fields[name], err = value(*t.TupleElems[i], v.Field(i)); err != nil {
				return nil, err
			}
		}
		return fields, nil
	}
	return nil, fmt.Errorf("type %s has no JSON form", t)
}
