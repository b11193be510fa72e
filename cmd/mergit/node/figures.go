package node

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"
)

// metricsAddress is where figures are served: without a host, on this machine alone.
func (c Config) metricsAddress() (string, error) {
	host, port, err := net.SplitHostPort(c.MetricsListen)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return "", fmt.Errorf("--metrics-listen %q: want HOST:PORT, or :PORT for this machine alone", c.MetricsListen)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); c.Token == "" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", fmt.Errorf("--metrics-listen %q: others can reach it; give the --token that they have to show", c.MetricsListen)
	}
	return net.JoinHostPort(host, port), nil
}

// startFigures serves what this process has counted, for processes that no gateway does it for.
func (n *node) startFigures(part func(string, func(context.Context) error)) error {
	if n.c.MetricsListen == "" {
		return nil
	}
	address, err := n.c.metricsAddress()
	if err != nil {
		return err
	}
	write, err := n.metrics()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("listen on %s: %w; choose another address with --metrics-listen (port 0 picks a free one)", address, err)
	}
	n.figures = "http://" + listener.Addr().String() + "/metrics"
	part("metrics", func(ctx context.Context) error {
		return serveFigures(ctx, listener, figuresHandler(write, n.c.Token, n.c.Log))
	})
	return nil
}

// metricsText is Prometheus' text exposition format.
const metricsText = "text/plain; version=0.0.4; charset=utf-8"

// figuresHandler answers GET /metrics, to whoever shows the token if there is one.
func figuresHandler(write func(io.Writer) error, token string, log *slog.Logger) http.Handler {
	want := sha256.Sum256([]byte("Bearer " + token))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		have := sha256.Sum256([]byte(strings.TrimSpace(r.Header.Get("Authorization"))))
		if token != "" && subtle.ConstantTimeCompare(have[:], want[:]) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "show the token", http.StatusUnauthorized)
			return
		}
		var text bytes.Buffer
		if err := write(&text); err != nil {
			log.WarnContext(r.Context(), "metrics not read", slog.Any("err", err))
			http.Error(w, "metrics cannot be read now", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", metricsText)
		_, _ = w.Write(text.Bytes())
	})
	return mux
}

// figuresTimeout bounds reading a request, and answering it.
const figuresTimeout = 10 * time.Second

func serveFigures(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadTimeout: figuresTimeout, WriteTimeout: figuresTimeout, IdleTimeout: time.Minute, MaxHeaderBytes: 8 << 10}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	err := server.Serve(listener)
	if errors.Is(err, http.ErrServerClosed) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
