package httprequest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"

	"golang.org/x/net/http/httpguts"
)

// guard decides which addresses may be connected to.
type guard struct {
	private bool
	nets    []netip.Prefix
}

// addressError is a connection that was not made.
type addressError struct{ addr netip.Addr }

func (e *addressError) Error() string {
	return fmt.Sprintf("%s is not an address of the public internet", e.addr)
}

// control runs between resolving and connecting, for every address that is tried.
func (g guard) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("address %s: %w", address, err)
	}
	if addr := at.Addr(); !g.allows(addr) {
		return &addressError{addr}
	}
	return nil
}

func (g guard) allows(addr netip.Addr) bool {
	if g.private || isPublic(addr) {
		return true
	}
	for _, prefix := range g.nets {
		if prefix.Contains(addr) || prefix.Contains(addr.Unmap()) {
			return true
		}
	}
	return false
}

// isPublic knows what IANA's registers call globally reachable. Addresses that carry an IPv4 address inside (mapped, NAT64,
// 6to4, Teredo) are never public: what they reach is another address than the one that was checked.
func isPublic(addr netip.Addr) bool {
	if addr.Zone() != "" {
		return false
	}
	for _, prefix := range special {
		if prefix.Contains(addr) {
			return false
		}
	}
	return addr.Is4() || globalUnicast.Contains(addr)
}

var (
	globalUnicast = netip.MustParsePrefix("2000::/3")
	special       = prefixes(
		"0.0.0.0/8",       // this network
		"10.0.0.0/8",      // private
		"100.64.0.0/10",   // carrier-grade NAT
		"127.0.0.0/8",     // loopback
		"169.254.0.0/16",  // link-local, and clouds' metadata
		"172.16.0.0/12",   // private
		"192.0.0.0/24",    // protocol assignments
		"192.0.2.0/24",    // documentation
		"192.88.99.0/24",  // 6to4 relays
		"192.168.0.0/16",  // private
		"198.18.0.0/15",   // benchmarks
		"198.51.100.0/24", // documentation
		"203.0.113.0/24",  // documentation
		"224.0.0.0/4",     // multicast
		"240.0.0.0/4",     // reserved, broadcast
		"2001::/23",       // Teredo and other protocol assignments
		"2001:db8::/32",   // documentation
		"2002::/16",       // 6to4
		"3fff::/20",       // documentation
	)
)

func prefixes(texts ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		all[i] = netip.MustParsePrefix(text)
	}
	return all
}

// checkURL refuses what is wrong with a URL before anything is resolved.
func checkURL(u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("scheme %q is not http or https", u.Scheme)
	case u.User != nil:
		return errors.New("a user or password in a URL is refused; use the Authorization header")
	case u.Hostname() == "":
		return errors.New("has no host")
	case !httpguts.ValidHostHeader(u.Host):
		return errors.New("has an impossible host")
	}
	return nil
}

// redirectError is a redirect that was not followed.
type redirectError struct{ reason string }

func (e *redirectError) Error() string { return "redirect refused: " + e.reason }

// kept are the headers that may go to another origin. All others may be credentials.
var kept = map[string]bool{"Accept": true, "Accept-Language": true, "Content-Type": true, "User-Agent": true}

func checkRedirect(next *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return &redirectError{fmt.Sprintf("more than %d in a row", maxRedirects)}
	}
	if err := checkURL(next.URL); err != nil {
		return &redirectError{"the URL " + err.Error()}
	}
	if host := next.URL.Hostname(); !mayReach(next.Context(), host) {
		return &redirectError{"the caller may not reach " + host}
	}
	last := via[len(via)-1].URL
	if last.Scheme == "https" && next.URL.Scheme != "https" {
		return &redirectError{"from https to http"}
	}
	crossed := false
	for _, earlier := range via {
		crossed = crossed || origin(earlier.URL) != origin(next.URL)
	}
	if !crossed {
		return nil
	}
	if next.Method != http.MethodGet && next.Method != http.MethodHead {
		return &redirectError{"it would send the body to another host; send it to " + next.URL.Host + " if that is meant"}
	}
	for name := range next.Header {
		if !kept[name] {
			next.Header.Del(name)
		}
	}
	return nil
}

func origin(u *url.URL) string { return strings.ToLower(u.Scheme + "://" + u.Host) }
