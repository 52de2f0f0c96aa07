-- Rows of all machines in ClickHouse, as the exporter of collector.yaml inserts them.
CREATE DATABASE IF NOT EXISTS gatehouse;

-- A row may come twice, and is then the same word for word. ReplacingMergeTree keeps one of each
-- (Machine, Seq, EventName, Hash); a rewritten row has another hash and stays beside the first.
CREATE TABLE IF NOT EXISTS gatehouse.rows
(
    `Timestamp` DateTime64(9),
    `TraceId` String,
    `SpanId` String,
    `TraceFlags` UInt8,
    `SeverityText` LowCardinality(String),
    `SeverityNumber` UInt8,
    `ServiceName` LowCardinality(String),
    `Body` String CODEC(ZSTD(3)),
    `ResourceSchemaUrl` LowCardinality(String),
    `ResourceAttributes` Map(LowCardinality(String), String),
    `ScopeSchemaUrl` LowCardinality(String),
    `ScopeName` String,
    `ScopeVersion` LowCardinality(String),
    `ScopeAttributes` Map(LowCardinality(String), String),
    `LogAttributes` Map(LowCardinality(String), String) CODEC(ZSTD(3)),
    -- Older exporters do not insert it.
    `EventName` LowCardinality(String) DEFAULT if(LogAttributes['gatehouse.head.seq'] != '', 'gatehouse.head',
        concat('gatehouse.', replaceAll(LogAttributes['gatehouse.row.kind'], '-', '_'))),
    `Machine` LowCardinality(String) MATERIALIZED LogAttributes['gatehouse.machine'],
    `Seq` UInt64 MATERIALIZED toUInt64OrZero(if(EventName = 'gatehouse.head',
        LogAttributes['gatehouse.head.seq'], LogAttributes['gatehouse.row.seq'])),
    `Hash` String MATERIALIZED if(EventName = 'gatehouse.head',
        LogAttributes['gatehouse.head.hash'], LogAttributes['gatehouse.row.hash']),
    `Tool` LowCardinality(String) MATERIALIZED LogAttributes['gen_ai.tool.name'],
    `Decision` LowCardinality(String) MATERIALIZED LogAttributes['gatehouse.decision'],
    `Tier` LowCardinality(String) MATERIALIZED LogAttributes['gatehouse.tier']
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(Timestamp)
ORDER BY (Machine, Seq, EventName, Hash);

-- 1. What was denied in the last day, by machine and tool.
SELECT Machine, Tool, Tier, count() AS denied
FROM gatehouse.rows FINAL
WHERE EventName = 'gatehouse.decision' AND Decision = 'deny' AND Timestamp > now() - INTERVAL 1 DAY
GROUP BY Machine, Tool, Tier
ORDER BY denied DESC, Machine, Tool, Tier;

-- 2. Every row of the calls that reached a host, in their order.
SELECT Machine, Seq, Timestamp, EventName, Tool, LogAttributes['gatehouse.status'] AS status
FROM gatehouse.rows FINAL
WHERE LogAttributes['gen_ai.tool.call.id'] IN
(
    SELECT LogAttributes['gen_ai.tool.call.id']
    FROM gatehouse.rows
    WHERE LogAttributes['gatehouse.host'] LIKE '%"example.org%' AND LogAttributes['gen_ai.tool.call.id'] != ''
)
ORDER BY Machine, Seq;

-- 3. Rows that do not follow from the row before them: rewritten, forked, or with rows missing before them.
-- Rows without their content (gatehouse.row.withheld) cannot be recomputed, only their places are checked. Of a machine whose
-- older months were dropped, the first row that is left has nothing before it.
SELECT Machine, Seq, PreviousSeq, Hash
FROM
(
    SELECT Machine, Seq, Hash, Body,
        LogAttributes['gatehouse.row.withheld'] AS Withheld,
        lagInFrame(Seq, 1, 0) OVER before AS PreviousSeq,
        lagInFrame(Hash, 1, '') OVER before AS PreviousHash
    FROM gatehouse.rows FINAL
    WHERE EventName != 'gatehouse.head'
    WINDOW before AS (PARTITION BY Machine ORDER BY Seq, Hash ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
)
WHERE (PreviousSeq > 0 OR Seq = 1) AND (Seq != PreviousSeq + 1
   OR (Withheld = '' AND lower(hex(SHA256(concat(PreviousHash, Body)))) != Hash));

-- 4. Signed heads that no row fits: the machine signed a row that it did not send, or another one. The signature itself is
-- checked with the key that `gatehouse fleet identity` prints; how, docs/opentelemetry.md says.
SELECT Machine, Seq, Hash
FROM (SELECT Machine, Seq, Hash FROM gatehouse.rows FINAL WHERE EventName = 'gatehouse.head') AS heads
LEFT ANTI JOIN (SELECT Machine, Seq, Hash FROM gatehouse.rows FINAL WHERE EventName != 'gatehouse.head') AS sent
USING (Machine, Seq, Hash)
WHERE Seq > 0
ORDER BY Machine, Seq;
