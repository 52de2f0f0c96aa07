// The third shape: what each machine runs, as it says and signs itself; what it did each day, in
// sums, so that charts over many machines need not go through their rows; and an index for rows that
// reached several hosts.

/**
 * Sums are made where rows arrive, and only of rows that did: a batch that is sent twice counts
 * once. A machine reaches them by its own rows and in no other way.
 */
export const thirdShape = `
create table gatehouse.reports (
  machine text not null,
  at timestamptz not null,
  version text not null check (length(version) between 1 and 60),
  bundle text check (length(bundle) between 1 and 200),
  bundle_serial bigint,
  signature bytea not null check (octet_length(signature) = 64),
  received timestamptz not null default now(),
  primary key (machine, at)
);
grant insert (machine, at, version, bundle, bundle_serial, signature)
  on gatehouse.reports to gatehouse_machine;
grant select on gatehouse.reports to gatehouse_reader;
alter table gatehouse.reports enable row level security;
create policy own_reports on gatehouse.reports for insert to gatehouse_machine
  with check (machine = (select gatehouse.own_machine()));
create policy read_reports on gatehouse.reports for select to gatehouse_reader using (true);

create table gatehouse.days (
  machine text not null,
  day date not null,
  tier text not null,
  calls bigint not null,
  denied bigint not null,
  asked bigint not null,
  primary key (machine, day, tier)
);
create index days_day on gatehouse.days (day);
grant select on gatehouse.days to gatehouse_reader;

-- The last row of a call says how it ended.
create function gatehouse.count_rows() returns trigger
  language plpgsql security definer set search_path = pg_catalog
  as $$ begin
  insert into gatehouse.days as known (machine, day, tier, calls, denied, asked)
    select machine, (at at time zone 'UTC')::date,
      coalesce((select substr(fact, 6) from unnest(facts) fact where fact like 'tier=%' limit 1), '') as tier,
      count(*) filter (where facts && '{status=done,status=failed,status=denied,status=cancelled,status=unknown}'),
      count(*) filter (where facts && '{status=denied}'),
      count(*) filter (where kind = 'asked')
    from added where kind in ('refused', 'decision', 'asked', 'answered', 'outcome')
    group by 1, 2, 3
    having bool_or(kind = 'asked' or facts && '{status=done,status=failed,status=denied,status=cancelled,status=unknown}')
    order by 1, 2, 3
    on conflict (machine, day, tier) do update set calls = known.calls + excluded.calls,
      denied = known.denied + excluded.denied, asked = known.asked + excluded.asked;
  return null;
end $$;
revoke all on function gatehouse.count_rows() from public;
create trigger count_rows after insert on gatehouse.entries
  referencing new table as added for each statement execute function gatehouse.count_rows();

-- Rows of before.
insert into gatehouse.days (machine, day, tier, calls, denied, asked)
  select machine, (at at time zone 'UTC')::date,
    coalesce((select substr(fact, 6) from unnest(facts) fact where fact like 'tier=%' limit 1), '') as tier,
    count(*) filter (where facts && '{status=done,status=failed,status=denied,status=cancelled,status=unknown}'),
    count(*) filter (where facts && '{status=denied}'),
    count(*) filter (where kind = 'asked')
  from gatehouse.entries where kind in ('refused', 'decision', 'asked', 'answered', 'outcome')
  group by 1, 2, 3
  having bool_or(kind = 'asked' or facts && '{status=done,status=failed,status=denied,status=cancelled,status=unknown}');

-- With the rows of a day go its sums.
create or replace function gatehouse.drop_days_before(day date) returns integer
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
  delete from gatehouse.days known where known.day < drop_days_before.day;
  return dropped;
end $$;

create index entries_hosts on gatehouse.entries using gin (facts) where host is not null;
`
