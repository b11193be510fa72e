package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mergit-io/mergit/projections"
)

// lockMonth is the advisory lock class of making a month's part, with a hash of
// its name, and lockSummary that of counting, with a hash of the summary's.
const (
	lockMonth   = 19787
	lockSummary = 19788
)

// options are what follows the columns of a table.
func options(t projections.Table) string {
	if month := projections.LayoutOf(t).Month; month != "" {
		return fmt.Sprintf("PARTITION BY RANGE (%s)", quoted(month))
	}
	// Room on each page lets an update stay there and touch no index.
	return "WITH (fillfactor = 80)"
}

// months makes the parts of tables that new rows need. They are made before the
// transaction that adds the rows, and it is no harm if that fails.
func (s *Store) months(ctx context.Context, g projections.Generation, changes []projections.Changes) error {
	for _, c := range changes {
		column := projections.LayoutOf(c.Table).Month
		if column == "" {
			continue
		}
		place := slices.IndexFunc(c.Table.Columns(), func(i projections.ColumnInfo) bool { return i.Name == column })
		for _, rows := range []projections.Batch{c.Added, c.Replaced} {
			moments, _ := rows.Slice(place).([]time.Time)
			for _, at := range moments {
				if err := s.month(ctx, g, c.Table.Name(), at.UTC()); err != nil {
					return translate(g, fmt.Errorf("a month of %s: %w", c.Table.Name(), err))
				}
			}
		}
	}
	return nil
}

// month makes the part of a table for the month of a moment, unless it is there.
func (s *Store) month(ctx context.Context, g projections.Generation, table string, at time.Time) error {
	from := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
	part := pgx.Identifier{g.Schema(), table + from.Format("_2006_01")}
	if _, made := s.made.Load(part.Sanitize()); made {
		return nil
	}
	const moment = "2006-01-02 15:04:05-07"
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := lock(ctx, tx, lockMonth, part.Sanitize()); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s PARTITION OF %s FOR VALUES FROM ('%s') TO ('%s')",
			part.Sanitize(), pgx.Identifier{g.Schema(), table}.Sanitize(), from.Format(moment), from.AddDate(0, 1, 0).Format(moment)))
		return err
	})
	if err == nil {
		s.made.Store(part.Sanitize(), struct{}{})
	}
	return err
}

// summarise makes the summary of a table, if it has one. Triggers keep it: the
// rows of all agents, say, are changed by several writers that know nothing of
// each other. Each adds up what its statement changed and takes the lock, so
// that none waits for another in a circle.
func summarise(ctx context.Context, tx pgx.Tx, g projections.Generation, t projections.Table) error {
	sum := projections.LayoutOf(t).Summary
	if sum == nil {
		return nil
	}
	types := map[string]string{}
	for _, c := range t.Columns() {
		types[c.Name] = c.Type
	}
	columns, names := make([]string, len(sum.By)), make([]string, len(sum.By))
	for i, by := range sum.By {
		names[i] = quoted(by)
		columns[i] = names[i] + " " + types[by] + " NOT NULL"
	}
	where := "true"
	if sum.Where != "" {
		where = sum.Where
	}
	by, into := strings.Join(names, ", "), pgx.Identifier{g.Schema(), sum.Name}.Sanitize()
	function := pgx.Identifier{g.Schema(), sum.Name + "_count"}.Sanitize()
	statements := []string{
		fmt.Sprintf(`CREATE TABLE %s (%s, count bigint NOT NULL, PRIMARY KEY (%s)) WITH (fillfactor = 50)`, into, strings.Join(columns, ", "), by),
		fmt.Sprintf(`CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				PERFORM pg_advisory_xact_lock(%d, hashtext('%s'));
				CASE TG_OP
				WHEN 'INSERT' THEN
					INSERT INTO %[3]s AS s (%[4]s, count) SELECT %[4]s, count(*) FROM come WHERE %[5]s GROUP BY %[4]s
						ON CONFLICT (%[4]s) DO UPDATE SET count = s.count + excluded.count;
				WHEN 'DELETE' THEN
					INSERT INTO %[3]s AS s (%[4]s, count) SELECT %[4]s, -count(*) FROM gone WHERE %[5]s GROUP BY %[4]s
						ON CONFLICT (%[4]s) DO UPDATE SET count = s.count + excluded.count;
				ELSE
					INSERT INTO %[3]s AS s (%[4]s, count) SELECT %[4]s, sum(n)::bigint FROM (
							SELECT %[4]s, 1 AS n FROM come WHERE %[5]s UNION ALL SELECT %[4]s, -1 FROM gone WHERE %[5]s
						) AS moved GROUP BY %[4]s HAVING sum(n) <> 0
						ON CONFLICT (%[4]s) DO UPDATE SET count = s.count + excluded.count;
				END CASE;
				DELETE FROM %[3]s WHERE count = 0;
				RETURN NULL;
			END $$`, function, lockSummary, into, by, where),
	}
	for event, tables := range map[string]string{
		"INSERT": "NEW TABLE AS come", "DELETE": "OLD TABLE AS gone", "UPDATE": "NEW TABLE AS come OLD TABLE AS gone",
	} {
		statements = append(statements, fmt.Sprintf("CREATE TRIGGER %s AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %s()",
			quoted(sum.Name+"_"+strings.ToLower(event)), event, pgx.Identifier{g.Schema(), t.Name()}.Sanitize(), tables, function))
	}
	for _, sql := range statements {
		if _, err := tx.Exec(ctx, sql); err != nil {
			return fmt.Errorf("summary %s: %w", sum.Name, err)
		}
	}
	return nil
}

// shown are the names that readers find: the tables, and their summaries.
func shown(p *projections.Projection) (names []string) {
	for _, t := range p.Tables() {
		names = append(names, t.Name())
		if sum := projections.LayoutOf(t).Summary; sum != nil {
			names = append(names, sum.Name)
		}
	}
	return names
}
