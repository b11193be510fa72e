package projections

// Layout is how a store keeps a table that grows without bound, or is counted
// often. The zero value is an ordinary table.
type Layout struct {
	// Logged tables are only added to. Their rows are never loaded, so folds do
	// not see those that were stored.
	Logged bool
	// Month names the column of moments by whose month, in UTC, rows are kept
	// apart. It is part of the key. Empty keeps them together.
	Month string
	// Summary counts the rows as they change. Nil counts nothing.
	Summary *Summary
}

// Summary is a table of how many rows of another have the same values: what
// counting them anew for each reader would cost too much. It has the columns By
// and "count", and no row where nothing is counted.
type Summary struct {
	Name string
	By   []string // columns
	// Where is the SQL condition on a row to count, "" for all.
	Where string
}

// LayoutOf is how a table is kept.
func LayoutOf(t Table) Layout {
	if laid, ok := t.(interface{ Layout() Layout }); ok {
		return laid.Layout()
	}
	return Layout{}
}

// Layout says how the table is kept.
func (t *table[S, R]) Layout() Layout { return t.layout }
