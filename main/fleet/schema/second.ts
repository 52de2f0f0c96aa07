// The second shape of the shared database: the mailbox for second approvals. A machine puts its own
// requests, withdrawals and answers, reads requests that are addressed to it and answers to its own
// requests, and nothing else. Nobody has to trust it: everything in it is signed, and is checked by
// the machine that reads it.

export const secondShape = `
create table gatehouse.requests (
  machine text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  recipients text[] not null check (cardinality(recipients) between 1 and 64),
  body text not null check (octet_length(body) <= 4194304),
  signature bytea not null check (octet_length(signature) = 64),
  expires timestamptz not null,
  received timestamptz not null default now(),
  -- Two texts of one name are two rows: neither keeps the other out.
  primary key (machine, hash, signature)
);
create index requests_recipients on gatehouse.requests using gin (recipients);

-- Asked no more: answered, denied, or out of time.
create table gatehouse.withdrawals (
  machine text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  recipients text[] not null check (cardinality(recipients) between 1 and 64),
  signature bytea not null check (octet_length(signature) = 64),
  received timestamptz not null default now(),
  primary key (machine, hash, signature)
);
create index withdrawals_recipients on gatehouse.withdrawals using gin (recipients);

create table gatehouse.answers (
  machine text not null,
  asker text not null,
  request text not null check (request ~ '^[0-9a-f]{64}$'),
  body text not null check (octet_length(body) <= 65536),
  signature bytea not null check (octet_length(signature) = 64),
  received timestamptz not null default now(),
  primary key (machine, asker, request, signature)
);
create index answers_request on gatehouse.answers (asker, request);

-- Whose machine this is, by which key, and whether it was shut out.
create function gatehouse.registration(name text)
  returns table (person text, public_key bytea, revoked boolean)
  language sql stable security definer set search_path = pg_catalog
  as $$
    select person, public_key, revoked is not null from gatehouse.machines
    where machine = name and gatehouse.own_machine() is not null
  $$;

-- Removes what nobody waits for any more. For administrators only.
create function gatehouse.drop_requests_before(moment timestamptz) returns integer
  language plpgsql set search_path = pg_catalog
  as $$
declare
  dropped integer;
begin
  delete from gatehouse.answers where received < moment;
  delete from gatehouse.withdrawals where received < moment;
  delete from gatehouse.requests where received < moment;
  get diagnostics dropped = row_count;
  return dropped;
end $$;

revoke all on function gatehouse.registration(text), gatehouse.drop_requests_before(timestamptz) from public;
grant execute on function gatehouse.registration(text) to gatehouse_machine;

grant insert (machine, hash, recipients, body, signature, expires) on gatehouse.requests to gatehouse_machine;
grant select (machine, hash, recipients, body, signature, expires) on gatehouse.requests to gatehouse_machine;
grant insert (machine, hash, recipients, signature) on gatehouse.withdrawals to gatehouse_machine;
grant select (machine, hash, recipients, signature) on gatehouse.withdrawals to gatehouse_machine;
grant insert (machine, asker, request, body, signature) on gatehouse.answers to gatehouse_machine;
grant select (machine, asker, request, body, signature) on gatehouse.answers to gatehouse_machine;

alter table gatehouse.requests enable row level security;
create policy own_requests on gatehouse.requests for insert to gatehouse_machine
  with check (machine = (select gatehouse.own_machine()));
create policy addressed_requests on gatehouse.requests for select to gatehouse_machine
  using ((select gatehouse.own_machine()) = any(recipients));
alter table gatehouse.withdrawals enable row level security;
create policy own_withdrawals on gatehouse.withdrawals for insert to gatehouse_machine
  with check (machine = (select gatehouse.own_machine()));
create policy addressed_withdrawals on gatehouse.withdrawals for select to gatehouse_machine
  using ((select gatehouse.own_machine()) = any(recipients));
alter table gatehouse.answers enable row level security;
create policy own_answers on gatehouse.answers for insert to gatehouse_machine
  with check (machine = (select gatehouse.own_machine()));
create policy answers_to_own on gatehouse.answers for select to gatehouse_machine
  using (asker = (select gatehouse.own_machine()));
`
