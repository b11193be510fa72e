// Package capability carries what an agent may do to wherever it does it: a
// short-lived JSON Web Token, checked where a call is made without asking
// anybody, refreshed before it expires, and void everywhere soon after the
// agent is revoked.
package capability

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/mergit-io/mergit/events"
)

// TTL is how long a token is good for.
const TTL = 5 * time.Minute

const (
	issuer = "mergit"
	// kind is the header typ, so that no other token of ours passes for one
	// (RFC 8725, section 3.11).
	kind = "capability+jwt"
)

// Holder is who a token is for.
type Holder struct {
	Workspace string
	Agent     string
	// Goal and Task bound a token to one task.
	Goal, Task string
}

// Claims are what a token says: RFC 7519 names, and ours.
type Claims struct {
	jwt.RegisteredClaims // sub: the agent; aud: the workspace; jti: this token

	Goal string              `json:"goal"`
	Task string              `json:"task"`
	Can  events.Capabilities `json:"can"`
	// AsOf is the revision of the agent that Can was read at. Revocation names
	// revisions, not times: no two clocks have to agree.
	AsOf events.Revision `json:"as_of"`
}

// Holder is who the token is for.
func (c *Claims) Holder() Holder {
	h := Holder{Agent: c.Subject, Goal: c.Goal, Task: c.Task}
	if len(c.Audience) == 1 {
		h.Workspace = c.Audience[0]
	}
	return h
}

// Key signs and checks tokens. Whoever has only the public half checks.
type Key struct {
	ID      string
	Public  ed25519.PublicKey
	Private ed25519.PrivateKey // nil where tokens are only checked
}

// String names the key, for whoever prints one.
func (k Key) String() string { return "capability key " + k.ID }

// GoString is String: %#v would print the key.
func (k Key) GoString() string { return k.String() }

// sign makes a token (EdDSA, RFC 8037).
func sign(key Key, id string, h Holder, can events.Capabilities, asOf events.Revision, now time.Time) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, &Claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: issuer, Subject: h.Agent, Audience: jwt.ClaimStrings{h.Workspace}, ID: id,
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(TTL)),
		},
		Goal: h.Goal, Task: h.Task, Can: can, AsOf: asOf,
	})
	token.Header["typ"], token.Header["kid"] = kind, key.ID
	text, err := token.SignedString(key.Private)
	if err != nil {
		return "", fmt.Errorf("sign a capability for %s: %w", h.Agent, err)
	}
	return text, nil
}

// leeway is how far two machines' clocks may be apart.
const leeway = 10 * time.Second

// parse checks a token's signature, kind and times. keys finds a public key.
func parse(text string, keys func(id string) (ed25519.PublicKey, bool), now func() time.Time) (*Claims, error) {
	var claims Claims
	_, err := jwt.ParseWithClaims(text, &claims, func(t *jwt.Token) (any, error) {
		if t.Header["typ"] != kind {
			return nil, fmt.Errorf("typ %q is not %s", t.Header["typ"], kind)
		}
		id, _ := t.Header["kid"].(string)
		public, ok := keys(id)
		if !ok {
			return nil, fmt.Errorf("no key %q", id)
		}
		return public, nil
	}, jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithIssuer(issuer), jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(), jwt.WithLeeway(leeway), jwt.WithTimeFunc(now), jwt.WithStrictDecoding())
	switch h := claims.Holder(); {
	case errors.Is(err, jwt.ErrTokenExpired):
		return nil, &DeniedError{Code: Expired, Reason: "the capability has expired", Agent: claims.Subject}
	case err != nil:
		return nil, &DeniedError{Code: Invalid, Reason: "the capability is not valid: " + err.Error()}
	case h.Workspace == "" || h.Agent == "" || claims.ID == "":
		return nil, &DeniedError{Code: Invalid, Reason: "the capability does not say for whom it is"}
	}
	return &claims, nil
}
