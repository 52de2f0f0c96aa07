// The fourth shape closes two ways in which a machine's role could reach more than its own rows.

/**
 * A function that runs with its owner's rights looked for types and tables in the caller's temporary
 * schema first, as PostgreSQL does unless that is named last: a machine could put a type `text` there
 * whose check ran with these rights. And the bounds of a day were written as the caller's session
 * writes times, whose abbreviations of time zones are read as others.
 */
export const fourthShape = `
alter function gatehouse.own_machine() set search_path = pg_catalog, pg_temp;
alter function gatehouse.version() set search_path = pg_catalog, pg_temp;
alter function gatehouse.registration(text) set search_path = pg_catalog, pg_temp;
alter function gatehouse.count_rows() set search_path = pg_catalog, pg_temp;
alter function gatehouse.drop_days_before(date) set search_path = pg_catalog, pg_temp;
alter function gatehouse.drop_requests_before(timestamptz) set search_path = pg_catalog, pg_temp;
alter function gatehouse.open_day(date) set search_path = pg_catalog, pg_temp;
alter function gatehouse.open_day(date) set timezone = 'UTC';
alter function gatehouse.open_day(date) set datestyle = 'ISO, YMD';
`
