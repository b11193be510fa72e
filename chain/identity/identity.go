// Package identity keeps the keys of agents. An agent's key is on disk before its registration is decided, and a key whose
// registration never came about is used by the next attempt, or by nobody.
package identity

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// Keys are the keys of agents, each in a folder of its own below dir/WORKSPACE/AGENT: an encrypted keystore file that geth and
// foundry read, and beside it its password, both of mode 0600. See package wallet. It is safe for concurrent use, also by
// several processes.
type Keys struct {
	dir string
	mu  sync.Mutex // a lock of the file is one of the process
}

// Open uses a folder, and makes it if there is none.
func Open(dir string) (*Keys, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("keys of agents: %w", err)
	}
	return &Keys{dir: dir}, nil
}

// ErrNoKey says that the key of an agent is not here. Another process may keep it.
var ErrNoKey = errors.New("the agent's key is not kept here")

// Folder is where an agent's key is.
func (k *Keys) Folder(workspace, agent string) string { return filepath.Join(k.dir, workspace, agent) }

// Wallet opens an agent's key.
func (k *Keys) Wallet(workspace, agent string) (*wallet.Wallet, error) {
	if err := events.AgentStream(workspace, agent).Check(); err != nil {
		return nil, err // it would name another folder
	}
	dir := k.Folder(workspace, agent)
	if _, err := os.Stat(filepath.Join(dir, wallet.KeyFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("agent %s: %w", agent, ErrNoKey)
	}
	return wallet.Open(dir)
}

// Create opens an agent's key, and makes it if there is none. Once it returns, a power failure does not take the key back.
func (k *Keys) Create(workspace, agent string) (*wallet.Wallet, error) {
	if err := events.AgentStream(workspace, agent).Check(); err != nil {
		return nil, err
	}
	w, err := k.create(workspace, agent)
	if err != nil {
		return nil, fmt.Errorf("key of agent %s: %w", agent, err)
	}
	return w, nil
}

func (k *Keys) create(workspace, agent string) (w *wallet.Wallet, err error) {
	unlock, err := k.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	dir := k.Folder(workspace, agent)
	if w, err = wallet.Open(dir); err != nil {
		return nil, err
	}
	for _, made := range []string{dir, filepath.Dir(dir), k.dir} {
		if err := syncFolder(made); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// lock keeps others from making the same key at the same time: each would have a password of its own, and only one stays.
func (k *Keys) lock() (unlock func(), err error) {
	k.mu.Lock()
	file, err := os.OpenFile(filepath.Join(k.dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		err = unix.Flock(int(file.Fd()), unix.LOCK_EX)
	}
	if err != nil {
		k.mu.Unlock()
		return nil, err
	}
	return func() {
		_ = file.Close() // closing releases the lock
		k.mu.Unlock()
	}, nil
}

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Registering is a dispatcher that gives agents their keys: it decides registrations with the address of a key that it keeps,
// and hands on every other command as it is.
type Registering struct {
	To   commands.Dispatcher
	Keys *Keys
}

var _ commands.Dispatcher = Registering{}

// Dispatch implements commands.Dispatcher.
func (r Registering) Dispatch(ctx context.Context, req commands.Request, c commands.Named) (commands.Answer, error) {
	wish, ok := c.(commands.RegisterAgent)
	if !ok {
		return r.To.Dispatch(ctx, req, c)
	}
	// What is refused anyway gets no key.
	if _, _, faults := commands.CheckAgent(wish.AgentName, wish.Roles, wish.Capabilities); len(faults) == 0 && wish.Stream().Check() == nil {
		w, err := r.Keys.Create(wish.Workspace, wish.Agent)
		if err != nil {
			return commands.Answer{}, err
		}
		wish.Address = strings.ToLower(w.Address().Hex())
	}
	return r.To.Dispatch(ctx, req, wish)
}
