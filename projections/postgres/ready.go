package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const codeNoDatabase = "3D000"

var errOtherServer = errors.New("the lock file is not yet our server's")

// The names of the role and the database that a server is born with.
const (
	role     = "mergit"
	database = "mergit"
)

// dsn names everything that the PG* variables could otherwise change.
func dsn(sock, db string) string {
	q := url.Values{"host": {sock}, "port": {"5432"}, "user": {role}, "sslmode": {"disable"}}
	return "postgres:///" + db + "?" + q.Encode()
}

// awaitReady returns once the database answers queries. Crash recovery may take long, so only ctx limits it.
func (s *Server) awaitReady(ctx context.Context) error {
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	slow := time.NewTicker(5 * time.Second)
	defer slow.Stop()
	for {
		err := errOtherServer
		// A server that we could not see may answer in the same place.
		if postmaster(s.cfg.data()) == s.child.cmd.Process.Pid {
			err = s.ping(ctx)
		}
		if err == nil {
			return nil
		}
		select {
		case <-s.child.done:
			return s.endedError()
		case <-ctx.Done():
			return fmt.Errorf("wait for postgres: %w (%w)", context.Cause(ctx), err)
		case <-slow.C:
			s.cfg.Log.InfoContext(ctx, "postgres is still starting", slog.Any("answer", err))
		case <-again.C:
		}
	}
}

func (s *Server) ping(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, dsn(s.sock.path, database))
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == codeNoDatabase {
		return s.createDatabase(ctx)
	}
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// createDatabase returns nil only if the database is there: a start that was cut short may have left the cluster without.
func (s *Server) createDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, dsn(s.sock.path, "postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+database); err != nil {
		return fmt.Errorf("create database %s: %w", database, err)
	}
	return nil
}
