package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/wire"
)

// Economy knows the contracts that hold money. It makes calls for wallets and
// sends nothing. What a caller got wrong it answers with an error that has a
// method Refused() string; ErrNotFound is for an agent that there is not.
type Economy interface {
	// Terms are what holds on the chain and at this server.
	Terms(ctx context.Context) (wire.Economy, error)
	// Tier is the tier that bonded stake reaches, in wei.
	Tier(bonded string) int64
	// Contract names a contract as rows do, "<chain ID>-0x<address>", by the
	// name of its list: challenges or escrows.
	Contract(ctx context.Context, list string) (string, error)

	StakeCall(ctx context.Context, workspace string, c wire.StakeCall) (wire.UnsignedCall, error)
	// ChallengeCall is given the stored document of the evidence, if there is one.
	ChallengeCall(ctx context.Context, workspace string, c wire.ChallengeCall, document []byte) (wire.UnsignedCall, error)
	// EscrowCall is given the escrow, and to prove it the goal's proof.
	EscrowCall(ctx context.Context, workspace string, c wire.EscrowCall, e wire.Escrow, p wire.Proof) (wire.UnsignedCall, error)

	// Evidence checks that a document is well formed and writes it as RFC 8785 JSON.
	Evidence(document []byte) (canonical []byte, err error)
	// CheckEvidence looks at the chain whether well-formed evidence holds.
	CheckEvidence(ctx context.Context, document []byte) (wire.Finding, error)
}

// Accounts answers reads of stakes, challenges and escrows. What belongs to
// another workspace does not exist.
type Accounts interface {
	Stakes(ctx context.Context, q AccountQuery) ([]wire.Stake, error)
	Challenges(ctx context.Context, q AccountQuery) ([]wire.Challenge, error)
	Escrows(ctx context.Context, q AccountQuery) ([]wire.Escrow, error)
	// WaitForEconomy is WaitFor of Views for these reads.
	WaitForEconomy(ctx context.Context, slot int, revision events.Revision) error
}

// AccountQuery selects stakes, challenges or escrows. Empty fields select all.
type AccountQuery struct {
	Workspace, Agent, Status, Goal, Task, Payer string
	// Contract and ID name one challenge or escrow.
	Contract, ID string
	Before       uint64 // revision of the last one seen, as its list is ordered; 0: from the newest
	Limit        int
}

// EconomyConfig is what the routes of the economy stand on. Without it they
// answer that there is none.
type EconomyConfig struct {
	Economy  Economy
	Accounts Accounts
	Evidence eventlog.Blobs
}

var (
	challengeStatuses = []string{"open", "upheld", "rejected", "expired"}
	escrowStatuses    = []string{"funded", "proven", "released", "refunded"}
	byAgent           = param{name: "agent", doc: "only of this agent"}
	byGoal            = param{name: "goal", doc: "only of this goal"}
	byTask            = param{name: "task", doc: "only of this task; with goal"}
)

// economyRoutes are those of stake, challenges and escrow.
func economyRoutes() []route {
	asks := []int{http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity}
	return []route{
		{
			method: http.MethodGet, path: "/economy", name: "getEconomy", summary: "What holds for stake, challenges and escrow: contracts, tiers, bonds, windows",
			scope: auth.Read, replies: map[int]any{http.StatusOK: wire.Economy{}}, handle: (*call).economy,
		},
		{
			method: http.MethodGet, path: "/stakes", name: "listStakes", summary: "What agents have at stake, the last changed first",
			scope: auth.Read, query: []param{byAgent, limit, cursor, after}, replies: map[int]any{http.StatusOK: wire.StakeList{}},
			refusals: []int{http.StatusGatewayTimeout}, handle: (*call).listStakes,
		},
		{
			method: http.MethodGet, path: "/stakes/:id", name: "getStake", summary: "What an agent has at stake",
			scope: auth.Read, query: []param{after}, replies: map[int]any{http.StatusOK: wire.Stake{}},
			refusals: []int{http.StatusNotFound, http.StatusGatewayTimeout}, handle: (*call).getStake,
		},
		{
			method: http.MethodPost, path: "/stakes/calls", name: "makeStakeCall", summary: "A call of the stake registry for a wallet to sign",
			scope: auth.Read, body: wire.StakeCall{}, replies: map[int]any{http.StatusOK: wire.UnsignedCall{}}, refusals: asks, handle: (*call).stakeCall,
		},
		{
			method: http.MethodGet, path: "/challenges", name: "listChallenges", summary: "Challenges of agents' work, newest first",
			scope: auth.Read, query: []param{{name: "status", enum: challengeStatuses, doc: "only challenges that stand here"}, byAgent, byGoal, byTask, limit, cursor, after},
			replies: map[int]any{http.StatusOK: wire.ChallengeList{}}, refusals: []int{http.StatusGatewayTimeout}, handle: (*call).listChallenges,
		},
		{
			method: http.MethodGet, path: "/challenges/:id", name: "getChallenge", summary: "A challenge by its number",
			scope: auth.Read, query: []param{after}, replies: map[int]any{http.StatusOK: wire.Challenge{}},
			refusals: []int{http.StatusNotFound, http.StatusGatewayTimeout}, handle: (*call).getChallenge,
		},
		{
			method: http.MethodPost, path: "/challenges/calls", name: "makeChallengeCall", summary: "A call of the challenge manager for a wallet to sign",
			scope: auth.Read, body: wire.ChallengeCall{}, replies: map[int]any{http.StatusOK: wire.UnsignedCall{}}, refusals: asks, handle: (*call).challengeCall,
		},
		{
			method: http.MethodGet, path: "/escrows", name: "listEscrows", summary: "Money put aside for tasks, newest first",
			scope: auth.Read, query: []param{{name: "status", enum: escrowStatuses, doc: "only escrows that stand here"}, byAgent, byGoal, byTask,
				{name: "payer", doc: "only of this address"}, limit, cursor, after},
			replies: map[int]any{http.StatusOK: wire.EscrowList{}}, refusals: []int{http.StatusGatewayTimeout}, handle: (*call).listEscrows,
		},
		{
			method: http.MethodGet, path: "/escrows/:id", name: "getEscrow", summary: "An escrow by its ID",
			scope: auth.Read, query: []param{after}, replies: map[int]any{http.StatusOK: wire.Escrow{}},
			refusals: []int{http.StatusNotFound, http.StatusGatewayTimeout}, handle: (*call).getEscrow,
		},
		{
			method: http.MethodPost, path: "/escrows/calls", name: "makeEscrowCall", summary: "A call of the task escrow for a wallet to sign",
			scope: auth.Read, body: wire.EscrowCall{}, replies: map[int]any{http.StatusOK: wire.UnsignedCall{}}, refusals: asks, handle: (*call).escrowCall,
		},
		{
			method: http.MethodPost, path: "/evidence", name: "storeEvidence", summary: "Store a document that a challenge or its answer rests on",
			scope: auth.Write, body: wire.SubmitEvidence{}, replies: map[int]any{http.StatusOK: wire.Evidence{}}, refusals: asks, handle: (*call).storeEvidence,
		},
		{
			method: http.MethodGet, path: "/evidence/:id", name: "getEvidence", summary: "A document by its hash, and what the chain says about it",
			scope: auth.Read, replies: map[int]any{http.StatusOK: wire.Evidence{}}, refusals: []int{http.StatusNotFound}, handle: (*call).getEvidence,
		},
	}
}

// money is the economy, refused if there is none.
func (c *call) money() (EconomyConfig, error) {
	e := c.api.cfg.Economy
	if e.Economy == nil || e.Accounts == nil || e.Evidence == nil {
		return e, wire.Refuse(http.StatusServiceUnavailable, "ECONOMY_OFF", "this server works with no chain, so there is no stake, challenge or escrow")
	}
	return e, nil
}

// read takes a request's body apart.
func (c *call) read(into any) error {
	text, err := c.body()
	if err != nil {
		return err
	}
	return decode(text, into)
}

// ErrNoContracts says that the chain does not have the contracts yet, as far as
// this server knows.
var ErrNoContracts = errors.New("the contracts for stake, challenges and escrow are not on the chain yet")

// economic turns an error of Economy into an answer.
func (c *call) economic(doing string, err error) error {
	refused, ok := errors.AsType[interface {
		error
		Refused() string
	}](err)
	switch {
	case errors.Is(err, ErrNotFound):
		return wire.Refuse(http.StatusNotFound, "AGENT_NOT_FOUND", "no agent of that ID")
	case errors.Is(err, ErrNoContracts):
		return wire.Refuse(http.StatusServiceUnavailable, "ECONOMY_NOT_DEPLOYED", "%s; they are deployed at the first start, and on public chains with: mergit contracts deploy", err).Retryable()
	case ok:
		return wire.Refuse(http.StatusUnprocessableEntity, refused.Refused(), "%s", refused.Error())
	}
	return c.trouble(doing, err)
}

func (c *call) economy() error {
	m, err := c.money()
	if err != nil {
		return err
	}
	terms, err := m.Economy.Terms(c.ctx)
	if err != nil {
		return c.economic("read the terms of the economy", err)
	}
	return c.ok(http.StatusOK, terms)
}

func (c *call) stakeCall() error {
	m, err := c.money()
	if err != nil {
		return err
	}
	var wish wire.StakeCall
	if err := c.read(&wish); err != nil {
		return err
	}
	made, err := m.Economy.StakeCall(c.ctx, c.who.Workspace, wish)
	if err != nil {
		return c.economic("make a call of the stake registry", err)
	}
	return c.ok(http.StatusOK, made)
}

func (c *call) challengeCall() error {
	m, err := c.money()
	if err != nil {
		return err
	}
	var wish wire.ChallengeCall
	if err := c.read(&wish); err != nil {
		return err
	}
	var document []byte
	if wish.Evidence != "" {
		if document, err = c.evidence(m, wish.Evidence); err != nil {
			return err
		}
	}
	made, err := m.Economy.ChallengeCall(c.ctx, c.who.Workspace, wish, document)
	if err != nil {
		return c.economic("make a call of the challenge manager", err)
	}
	return c.ok(http.StatusOK, made)
}

func (c *call) escrowCall() error {
	m, err := c.money()
	if err != nil {
		return err
	}
	var wish wire.EscrowCall
	if err := c.read(&wish); err != nil {
		return err
	}
	var escrow wire.Escrow
	var proof wire.Proof
	if wish.Escrow != "" {
		if escrow, err = c.escrow(m, wish.Escrow); err != nil {
			return err
		}
	}
	if wish.Action == "prove" && escrow.ID != "" {
		if escrow.Goal == "" {
			return noProof()
		}
		if proof, err = c.api.cfg.Views.Proof(c.ctx, c.who.Workspace, escrow.Goal); errors.Is(err, ErrNotFound) {
			return noProof()
		} else if err != nil {
			return c.trouble("read a proof", err)
		}
	}
	made, err := m.Economy.EscrowCall(c.ctx, c.who.Workspace, wish, escrow, proof)
	if err != nil {
		return c.economic("make a call of the task escrow", err)
	}
	return c.ok(http.StatusOK, made)
}

func (c *call) storeEvidence() error {
	m, err := c.money()
	if err != nil {
		return err
	}
	var said wire.SubmitEvidence
	if err := c.read(&said); err != nil {
		return err
	}
	if len(said.Document) == 0 {
		return invalid(wire.Fault{Path: "document", Reason: "is missing"})
	}
	canonical, err := m.Economy.Evidence(said.Document)
	if err != nil {
		return invalid(wire.Fault{Path: "document", Reason: strings.TrimPrefix(err.Error(), "evidence: ")})
	}
	digest, err := m.Evidence.Put(c.ctx, canonical)
	if err != nil {
		return c.trouble("store evidence", err)
	}
	return c.ok(http.StatusOK, wire.Evidence{Hash: digest.String(), Document: json.RawMessage(canonical)})
}

func (c *call) getEvidence() error {
	m, err := c.money()
	if err != nil {
		return err
	}
	hash := strings.TrimPrefix(c.fiber.Params("id"), "0x")
	document, err := c.evidence(m, hash)
	if err != nil {
		return err
	}
	finding, err := m.Economy.CheckEvidence(c.ctx, document)
	if err != nil {
		return c.economic("check evidence", err)
	}
	return c.ok(http.StatusOK, wire.Evidence{Hash: hash, Document: json.RawMessage(document), Finding: &finding})
}

// evidence reads a stored document. Other things are stored beside it, sealed:
// what is no evidence is not there.
func (c *call) evidence(m EconomyConfig, hash string) ([]byte, error) {
	missing := wire.Refuse(http.StatusNotFound, "EVIDENCE_NOT_FOUND", "there is no evidence with this hash here; store it with POST /evidence")
	digest, err := events.ParseDigest(strings.TrimPrefix(hash, "0x"))
	if err != nil || digest.IsZero() {
		return nil, missing
	}
	document, err := m.Evidence.Get(c.ctx, digest)
	if errors.Is(err, eventlog.ErrNoBlob) {
		return nil, missing
	}
	if err != nil {
		return nil, c.trouble("read evidence", err)
	}
	if canonical, err := m.Economy.Evidence(document); err != nil || string(canonical) != string(document) {
		return nil, missing
	}
	return document, nil
}
