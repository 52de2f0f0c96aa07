// The first shape of the shared database: who the machines are, their rows by day, the heads that
// they signed. A machine may add rows and heads under its own name and read nothing back. What an
// administrator has applied somewhere is never edited: a new shape is a new version.

/**
 * Rows are kept by the day of their own time, so that the same row sent twice is the same row
 * wherever it lands, and a day is dropped at once. Their hash is part of the key: a row that was
 * rewritten on its machine does not replace the one that was sent first, it is beside it.
 */
export const firstShape = `
create schema gatehouse;
revoke all on schema gatehouse from public;

do $$ begin
  if not exists (select from pg_roles where rolname = 'gatehouse_machine') then
    create role gatehouse_machine nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'gatehouse_reader') then
    create role gatehouse_reader nologin;
  end if;
end $$;
grant usage on schema gatehouse to gatehouse_machine, gatehouse_reader;

create table gatehouse.schema_version (
  version integer primary key,
  applied timestamptz not null default now()
);

create table gatehouse.machines (
  machine text primary key check (machine ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  role name not null unique,
  person text not null,
  public_key bytea not null check (octet_length(public_key) = 32),
  added timestamptz not null default now(),
  revoked timestamptz
);

create table gatehouse.entries (
  machine text not null,
  seq bigint not null,
  at timestamptz not null,
  kind text not null,
  tool text,
  host text,
  principal text,
  facts text[] not null,
  body text not null,
  hash text not null check (length(hash) = 64),
  received timestamptz not null default now(),
  primary key (machine, seq, at, hash)
) partition by range (at);
create index entries_tool on gatehouse.entries (tool, at) where tool is not null;
create index entries_host on gatehouse.entries (host, at) where host is not null;
create index entries_principal on gatehouse.entries (principal, at) where principal is not null;
create index entries_at on gatehouse.entries (at);
create table gatehouse.entries_other partition of gatehouse.entries default;

create table gatehouse.heads (
  machine text not null,
  seq bigint not null,
  hash text not null check (length(hash) = 64),
  at timestamptz not null,
  signature bytea not null check (octet_length(signature) = 64),
  received timestamptz not null default now(),
  primary key (machine, seq, hash)
);

-- The machine whose role is logged in; null when it is none, or was revoked.
create function gatehouse.own_machine() returns text
  language sql stable security definer set search_path = pg_catalog
  as $$ select machine from gatehouse.machines where role = session_user and revoked is null $$;

create function gatehouse.version() returns integer
  language sql stable security definer set search_path = pg_catalog
  as $$ select max(version) from gatehouse.schema_version $$;

-- A partition for one day. Days far away, of a machine whose clock is wrong, go to entries_other.
create function gatehouse.open_day(day date) returns void
  language plpgsql security definer set search_path = pg_catalog
  as $$
declare
  name text := 'entries_' || to_char(day, 'YYYYMMDD');
  first_moment timestamptz := day::timestamp at time zone 'UTC';
  next_moment timestamptz := (day + 1)::timestamp at time zone 'UTC';
begin
  if day < current_date - 400 or day > current_date + 2 then return; end if;
  if to_regclass('gatehouse.' || name) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('gatehouse.open_day'));
  -- Asked of the table itself: what to_regclass remembers may be older than the lock.
  perform from pg_class where relnamespace = 'gatehouse'::regnamespace and relname = name;
  if found then return; end if;
  execute format('create table gatehouse.%I (like gatehouse.entries including defaults including constraints)', name);
  execute format('with gone as (delete from gatehouse.entries_other where at >= %L and at < %L returning *) insert into gatehouse.%I select * from gone', first_moment, next_moment, name);
  execute format('alter table gatehouse.entries attach partition gatehouse.%I for values from (%L) to (%L)', name, first_moment, next_moment);
end $$;

-- Removes whole days. For administrators only. Heads stay: what is left is still held against them.
create function gatehouse.drop_days_before(day date) returns integer
  language plpgsql set search_path = pg_catalog
  as $$
declare
  part record;
  dropped integer := 0;
begin
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'gatehouse.entries'::regclass and c.relname ~ '^entries_[0-9]{8}$'
  loop
    if to_date(right(part.relname, 8), 'YYYYMMDD') < day then
      execute format('drop table gatehouse.%I', part.relname);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;

revoke all on all functions in schema gatehouse from public;
grant execute on function gatehouse.own_machine(), gatehouse.version(), gatehouse.open_day(date)
  to gatehouse_machine;
grant execute on function gatehouse.version() to gatehouse_reader;

grant insert (machine, seq, at, kind, tool, host, principal, facts, body, hash)
  on gatehouse.entries to gatehouse_machine;
grant insert (machine, seq, hash, at, signature) on gatehouse.heads to gatehouse_machine;
grant select on gatehouse.machines, gatehouse.entries, gatehouse.heads to gatehouse_reader;

alter table gatehouse.entries enable row level security;
create policy own_rows on gatehouse.entries for insert to gatehouse_machine
  with check (machine = (select gatehouse.own_machine()));
create policy read_rows on gatehouse.entries for select to gatehouse_reader using (true);
alter table gatehouse.heads enable row level security;
create policy own_heads on gatehouse.heads for insert to gatehouse_machine
  with check (machine = (select gatehouse.own_machine()));
create policy read_heads on gatehouse.heads for select to gatehouse_reader using (true);
`
