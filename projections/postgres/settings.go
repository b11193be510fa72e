package postgres

// settings are the server's arguments. Given on the command line they win over postgresql.conf, so that a folder made by an older
// Mergit gets them too.
func settings(major int, data, sock string) []string {
	set := []string{
		"listen_addresses=",
		"unix_socket_directories=" + sock,
		"unix_socket_permissions=0700",
		"port=5432",
		"max_connections=100",

		// What was committed survives a power cut.
		"fsync=on",
		"full_page_writes=on",
		"synchronous_commit=on",

		// Small: one process on a developer's machine.
		"shared_buffers=64MB",
		"min_wal_size=32MB",
		"max_wal_size=512MB",
		"jit=off",

		// Nothing replicates from here, and COPY into a table made in the same transaction skips the WAL.
		"wal_level=minimal",
		"max_wal_senders=0",
		"max_replication_slots=0",
		"max_logical_replication_workers=0",

		"ssl=off",
		"timezone=UTC",
		"log_timezone=UTC",
		"logging_collector=off",
		"log_destination=stderr",
		"log_line_prefix=%m [%p] ",
		"log_checkpoints=off",
		"cluster_name=mergit",
	}
	if major >= 18 {
		set = append(set, "io_method=sync") // no I/O workers
	}
	args := []string{"-D", data}
	for _, s := range set {
		args = append(args, "-c", s)
	}
	return args
}

// initOptions are initdb's arguments.
func initOptions(dir string) []string {
	return []string{
		"-D", dir, "-U", role, "--auth=trust", "--encoding=UTF8", "--locale=C",
		"--data-checksums", "--no-instructions",
		"--no-clean", // we do, after a look at how full the disk is
	}
}
