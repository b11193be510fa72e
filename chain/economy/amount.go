package economy

import (
	"fmt"
	"math/big"
	"strings"
)

// decimals is how many digits a unit of money has after the point, by its name in lower case. A coin is 10^18 wei on every
// EVM chain, whatever it is called.
var decimals = map[string]int{"wei": 0, "gwei": 9, "ether": 18, "eth": 18, "mon": 18}

// maxDigits bounds an amount as it is written: 2^256 has 78.
const maxDigits = 80

var maxAmount = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))

// AmountError says why a text is no amount of money.
type AmountError struct{ Text, Reason string }

func (e *AmountError) Error() string {
	return fmt.Sprintf("amount %q: %s; write a whole number of wei, or a number with its unit: 0.5ether, 1 MON, 20gwei", e.Text, e.Reason)
}

// ParseAmount reads an amount of money, in wei: a whole number of wei, or a decimal number and a unit, in any case, with or
// without a space between. It is exact: what is less than a wei is refused, and so are signs, exponents and separators. A
// number with a point and no unit is refused, too, since nobody knows of what it is.
func ParseAmount(text string) (*big.Int, error) {
	fail := func(reason string) (*big.Int, error) { return nil, &AmountError{shortened(text), reason} }
	trimmed := strings.TrimSpace(text)
	end := strings.IndexFunc(trimmed, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end < 0 {
		end = len(trimmed)
	}
	number, unit := trimmed[:end], strings.ToLower(strings.TrimLeft(trimmed[end:], " "))
	whole, fraction, pointed := strings.Cut(number, ".")
	digits, known := decimals[unit]
	switch {
	case number == "":
		return fail("want a number first")
	case unit == "" && pointed:
		return fail("a fraction needs a unit")
	case unit != "" && !known:
		return fail("the unit is none of wei, gwei, ether, eth, mon")
	case whole == "" || pointed && fraction == "" || strings.Contains(fraction, "."):
		return fail("want digits on both sides of one point")
	case len(whole) > maxDigits || len(fraction) > maxDigits:
		return fail("it has too many digits")
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > digits {
		return fail("there is nothing smaller than a wei")
	}
	amount, ok := new(big.Int).SetString(whole+fraction+strings.Repeat("0", digits-len(fraction)), 10)
	if !ok {
		return fail("want digits")
	}
	if amount.Cmp(maxAmount) > 0 {
		return fail("it is more than a contract can count")
	}
	return amount, nil
}

// shortened is as much of a text as an error should quote.
func shortened(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// FormatAmount writes an amount exactly, in coins, or in wei if it is less than a gwei. ParseAmount reads it if the coin is
// one that it knows.
func FormatAmount(wei *big.Int, coin string) string {
	if wei.Sign() != 0 && wei.CmpAbs(big.NewInt(1e9)) < 0 {
		return wei.String() + " wei"
	}
	sign, digits := "", new(big.Int).Abs(wei).String()
	if wei.Sign() < 0 {
		sign = "-"
	}
	const after = 18
	if len(digits) <= after {
		digits = strings.Repeat("0", after+1-len(digits)) + digits
	}
	point := len(digits) - after
	text := strings.TrimRight(digits[:point]+"."+digits[point:], "0")
	return sign + strings.TrimSuffix(text, ".") + " " + coin
}
