-- What mergit knows about its read models. The rows themselves stand in one
-- schema for each generation, and readers see them through views in "mergit".

CREATE SCHEMA IF NOT EXISTS mergit;

CREATE TABLE mergit_control.generations (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    projection text   NOT NULL,
    version    bigint NOT NULL,
    number     bigint NOT NULL,
    building   boolean NOT NULL,
    UNIQUE (projection, version, number)
);

-- The generation that takes live events and that readers see.
CREATE TABLE mergit_control.projections (
    name   text   PRIMARY KEY,
    active bigint NOT NULL REFERENCES mergit_control.generations (id)
);

-- How far each slot was folded: the newest event's sequence and digest.
CREATE TABLE mergit_control.checkpoints (
    generation bigint NOT NULL REFERENCES mergit_control.generations (id) ON DELETE CASCADE,
    slot       integer NOT NULL,
    sequence   bigint NOT NULL,
    digest     text   NOT NULL,
    PRIMARY KEY (generation, slot)
) WITH (fillfactor = 50);

-- How far the log was read for a set of slots, whether or not they had events.
CREATE TABLE mergit_control.seen (
    generation bigint NOT NULL REFERENCES mergit_control.generations (id) ON DELETE CASCADE,
    partition  text   NOT NULL,
    sequence   bigint NOT NULL,
    PRIMARY KEY (generation, partition)
) WITH (fillfactor = 50);

-- advance moves slots of a generation, each from where the writer believes it
-- is. It stands first in the transaction that writes the rows, and raises MG001
-- if another writer was there, MG002 if the generation is not written any more.
-- The shared lock is what a switch of generations waits for.
CREATE FUNCTION mergit_control.advance(
    g bigint, part text, upto bigint,
    slots integer[], was bigint[], becomes bigint[], digests text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    moved bigint;
BEGIN
    -- Position and rows are in one transaction and the log keeps everything:
    -- what a crash of Postgres takes away is folded again.
    PERFORM set_config('synchronous_commit', 'off', true);
    PERFORM pg_advisory_xact_lock_shared(19783, g::integer);
    IF NOT EXISTS (SELECT FROM mergit_control.generations WHERE id = g AND building)
       AND NOT EXISTS (SELECT FROM mergit_control.projections WHERE active = g) THEN
        RAISE EXCEPTION 'generation % is not written any more', g USING ERRCODE = 'MG002';
    END IF;
    UPDATE mergit_control.checkpoints AS c
       SET sequence = n.becomes, digest = n.digest
      FROM unnest(slots, was, becomes, digests) AS n (slot, was, becomes, digest)
     WHERE c.generation = g AND c.slot = n.slot AND c.sequence = n.was;
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved <> cardinality(slots) THEN
        RAISE EXCEPTION 'another writer moved a slot of generation %', g USING ERRCODE = 'MG001';
    END IF;
    INSERT INTO mergit_control.seen AS s (generation, partition, sequence)
    VALUES (g, part, upto)
    ON CONFLICT (generation, partition) DO UPDATE
       SET sequence = greatest(s.sequence, excluded.sequence);
END
$$;
