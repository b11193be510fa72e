package economy

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// journal is what is known of the transactions of one account: the one that may be on its way, and those that are final.
// Nothing in it is secret: a signed transaction is public once it is sent. It is stored before that, so that whoever is
// killed in between finds it again and sends the same one, which a chain takes once.
type journal struct {
	Pending *pending `json:"pending,omitempty"`
	Done    []done   `json:"done,omitempty"` // oldest first
}

// pending is a signed transaction that is not known to be final.
type pending struct {
	Intent string        `json:"intent"`
	Does   string        `json:"does"`
	Once   bool          `json:"once,omitempty"` // to be remembered
	Nonce  uint64        `json:"nonce"`
	Raw    hexutil.Bytes `json:"raw"` // newest form
	// Hashes are those of all forms, oldest first: any of them may have got into a block.
	Hashes []common.Hash `json:"hashes"`
}

// done is a wish that came true.
type done struct {
	Intent string      `json:"intent"`
	Tx     common.Hash `json:"tx"`
}

// maxDone bounds how many are remembered.
const maxDone = 256

// find returns the newest transaction that fulfilled a wish.
func (j *journal) find(intent string) (common.Hash, bool) {
	for _, d := range slices.Backward(j.Done) {
		if d.Intent == intent {
			return d.Tx, true
		}
	}
	return common.Hash{}, false
}

func (j *journal) remember(intent string, tx common.Hash) {
	j.Done = append(j.Done, done{intent, tx})
	j.Done = j.Done[max(0, len(j.Done)-maxDone):]
}

// outbox is the journal of one account in a file, held by one process at a time.
type outbox struct {
	path string
	lock *os.File
	journal
}

// BusyError says that another process sends from the account.
type BusyError struct{ Account common.Address }

func (e *BusyError) Error() string {
	return fmt.Sprintf("another command is sending from %s; wait until it has ended", e.Account)
}

// openOutbox takes the journal of an account and reads it.
func openOutbox(dir string, chainID uint64, account common.Address) (_ *outbox, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%d-%s.json", chainID, strings.ToLower(account.Hex()))
	b := &outbox{path: filepath.Join(dir, name)}
	if b.lock, err = os.OpenFile(b.path+".lock", os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.lock.Close())
		}
	}()
	if taken, err := lockFile(b.lock); err != nil {
		return nil, fmt.Errorf("lock %s: %w", b.lock.Name(), err)
	} else if !taken {
		return nil, &BusyError{account}
	}
	text, err := os.ReadFile(b.path)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &b.journal); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w; it says what was sent from %s and may not be final. Look at the account's transactions before you remove it", b.path, err, account)
	}
	return b, nil
}

// close lets the next process have the journal.
func (b *outbox) close() error {
	unlockFile(b.lock)
	return b.lock.Close()
}

// write stores the journal, whole or not at all, and on disk before it returns.
func (b *outbox) write() (err error) {
	text, err := json.MarshalIndent(b.journal, "", "  ")
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(b.path), ".outbox.*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("store what is to be sent: %w", errors.Join(err, os.Remove(temp.Name())))
		}
	}()
	_, err = temp.Write(append(text, '\n'))
	if err = errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp.Name(), b.path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(b.path))
}

// syncDir makes a rename last: without it a power failure takes the name back.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
