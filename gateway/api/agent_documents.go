package api

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

// Both documents are for whoever meets an agent, on a chain or elsewhere, and need no token. They say nothing of what an agent
// may use: names of repositories and hosts are nobody's business.

const didMedia = "application/did+ld+json"

func (c *call) getDID() error {
	a, err := c.publicAgent()
	if err != nil {
		return err
	}
	return c.document(didMedia, didDocument(a, c.publicURL()))
}

func (c *call) getRegistration() error {
	a, err := c.publicAgent()
	if err != nil {
		return err
	}
	return c.document("application/json", registrationFile(a))
}

// publicAgent reads the agent that the path names, in any workspace: its ID is unique.
func (c *call) publicAgent() (wire.Agent, error) {
	id := c.fiber.Params("id")
	if !events.IsToken(id) {
		return wire.Agent{}, noAgent(id)
	}
	return c.readAgent("", id)
}

// publicURL is where this server is reached, without a slash at its end.
func (c *call) publicURL() string {
	if url := c.api.cfg.PublicURL; url != "" {
		return strings.TrimSuffix(url, "/")
	}
	return c.fiber.BaseURL()
}

// didDocument describes an agent as W3C Decentralized Identifiers 1.0 and the secp256k1 recovery suite want it: its key is
// named by its account, which a signature tells. Accounts are of a chain, so there is none before a passport was seen. Nothing
// can be proven any more by the key of an agent that is revoked; what it signed can still be checked.
func didDocument(a wire.Agent, url string) wire.DIDDocument {
	doc := wire.DIDDocument{
		Context: []string{"https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/secp256k1recovery-2020/v2"}, ID: a.DID,
		VerificationMethod: []wire.VerificationMethod{}, Authentication: []string{}, AssertionMethod: []string{},
		Service: []wire.DIDService{{ID: a.DID + "#registration", Type: "ERC8004Registration", Endpoint: url + "/agents/" + a.ID + "/registration.json"}},
	}
	if a.Passport == nil {
		return doc
	}
	account := fmt.Sprintf("eip155:%d:%s", a.Passport.Chain, a.Address) // CAIP-10
	key := a.DID + "#controller"
	doc.AlsoKnownAs = []string{"did:pkh:" + account}
	doc.VerificationMethod = append(doc.VerificationMethod, wire.VerificationMethod{
		ID: key, Type: "EcdsaSecp256k1RecoveryMethod2020", Controller: a.DID, Account: account,
	})
	if a.Status != "revoked" {
		doc.Authentication, doc.AssertionMethod = []string{key}, []string{key}
	}
	return doc
}

// registrationFile describes an agent as ERC-8004 (a draft) wants the URI of its passport to.
func registrationFile(a wire.Agent) wire.Registration {
	file := wire.Registration{
		Type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1", Name: a.Name,
		Description: "An agent of Mergit for the work of a " + strings.Join(a.Roles, ", ") + ". Every step it takes is recorded and can be verified.",
		Services:    []wire.RegistrationService{{Name: "DID", Endpoint: a.DID, Version: "v1"}},
		Active:      a.Status == "active" || a.Status == "registered", Registrations: []wire.RegistrationEntry{},
		SupportedTrust: []string{"reputation", "crypto-economic"},
	}
	if p := a.Passport; p != nil {
		file.Services = append(file.Services, wire.RegistrationService{Name: "agentWallet", Endpoint: fmt.Sprintf("eip155:%d:%s", p.Chain, a.Address)})
		file.Registrations = append(file.Registrations, wire.RegistrationEntry{
			Agent: json.Number(p.TokenID), Registry: fmt.Sprintf("eip155:%d:%s", p.Chain, p.Contract),
		})
	}
	return file
}
