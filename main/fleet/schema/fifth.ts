// The fifth shape: a search within some days has its first page from an index, in the order of the
// page, whatever it asks for of machines, tools and hosts; and nobody waits long for a machine that
// keeps a transaction open.

/**
 * What a machine did, by time: the rows of a rare tool or host are found in it without reading the
 * rows between them. A row has the first host that it reached in its column, which has an index by
 * time; rows that reached more are few, and have one of their own. It takes the place of an index of
 * all facts of every row that reached a host. The function's body is bound when it is made, so it has
 * no search path to be led astray by.
 *
 * A new day locks what rows of no day go to, and waits for everybody who has that open. A session
 * may undo any time limit that its role has, so limits alone hold only for machines that mean well:
 * a laptop that went to sleep in a batch. Opening a day ends what has been open too long.
 */
export const fifthShape = `
create function gatehouse.several_hosts(facts text[]) returns boolean
  language sql immutable parallel safe
  return (select count(*) > 1 from unnest(facts) fact where fact like 'host=%');
revoke all on function gatehouse.several_hosts(text[]) from public;
grant execute on function gatehouse.several_hosts(text[]) to gatehouse_machine, gatehouse_reader;

create index entries_machine on gatehouse.entries (machine, at, tool, host);
create index entries_several_hosts on gatehouse.entries using gin (facts)
  where host is not null and gatehouse.several_hosts(facts);
drop index gatehouse.entries_hosts;

-- Ends sessions of machines whose transaction is older than two minutes: a batch takes seconds.
create function gatehouse.end_stuck() returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
declare
  ended integer := 0;
begin
  select count(*) filter (where pg_terminate_backend(pid)) into ended
    from pg_stat_activity join gatehouse.machines on role = usename
    where datname = current_database() and pid <> pg_backend_pid()
      and xact_start < clock_timestamp() - interval '2 minutes';
  return ended;
exception when insufficient_privilege then
  -- The owner of the tables may lack the right to end sessions: then only the time limits hold.
  return 0;
end $$;
revoke all on function gatehouse.end_stuck() from public;
grant execute on function gatehouse.end_stuck() to gatehouse_machine, gatehouse_reader;

create or replace function gatehouse.open_day(day date) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' set datestyle = 'ISO, YMD'
  as $$
declare
  name text := 'entries_' || to_char(day, 'YYYYMMDD');
  first_moment timestamptz := day::timestamp at time zone 'UTC';
  next_moment timestamptz := (day + 1)::timestamp at time zone 'UTC';
begin
  if day < current_date - 400 or day > current_date + 2 then return; end if;
  if to_regclass('gatehouse.' || name) is not null then return; end if;
  perform gatehouse.end_stuck();
  perform pg_advisory_xact_lock(hashtext('gatehouse.open_day'));
  -- Asked of the table itself: what to_regclass remembers may be older than the lock.
  perform from pg_class where relnamespace = 'gatehouse'::regnamespace and relname = name;
  if found then return; end if;
  execute format('create table gatehouse.%I (like gatehouse.entries including defaults including constraints)', name);
  execute format('with gone as (delete from gatehouse.entries_other where at >= %L and at < %L returning *) insert into gatehouse.%I select * from gone', first_moment, next_moment, name);
  execute format('alter table gatehouse.entries attach partition gatehouse.%I for values from (%L) to (%L)', name, first_moment, next_moment);
end $$;

-- New machines get these with their role.
do $$
declare
  known record;
begin
  for known in select role from gatehouse.machines join pg_roles on rolname = role loop
    execute format('alter role %I set idle_in_transaction_session_timeout = ''60s''', known.role);
    execute format('alter role %I set lock_timeout = ''20s''', known.role);
  end loop;
end $$;
`
