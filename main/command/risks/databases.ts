// Clients of databases: statements in their words that remove, and commands of theirs that run
// programs or write files.
import { each, type Danger, type Dangers } from './danger.ts'

const REMOVES =
  /\b(drop|truncate|delete|alter|update|grant|revoke|replace|flushall|flushdb|vacuum\s+(full|into)|reindex|purge|shutdown|kill|insert|create|rename|merge|copy|call|do|set\s+global|load\s+data|restore)\b/i
const removes: Danger = ['destructive', REMOVES, null]
const inOption: Danger = [
  'destructive',
  null,
  /(drop|truncate|delete|alter|update|grant|revoke|flush|insert|create|rename|replace|kill|shutdown|restore)/i,
]
const network: Danger = ['network', null, null]

/** Without a statement in its words it takes what comes in. */
const takesInput = (statement: RegExp, more: RegExp | null = null): Danger => [
  'opaque',
  more,
  null,
  statement,
]
const ASKS = '^(--version|--help|-V|-\\?'

export const DATABASES: Dangers = {
  ...each('psql pgcli cockroach', [
    takesInput(new RegExp(`${ASKS}|-[a-zA-Z]*[lc].*|--list|--command.*)$`)),
    network,
    removes,
    inOption,
    [
      'opaque',
      /\\(!|copy|o|w|i|ir|g|gexec|e|setenv|lo_\w+)|\bprogram\b|pg_read_file|pg_execute|lo_export|copy\b/i,
      null,
    ],
    ['opaque', null, /^(-f.*|--file.*|-o.*|--output.*|-L.*|--log-file.*|-v.*|--set.*)$/],
  ]),
  ...each('dropdb dropuser pg_restore mysqladmin', [network, ['destructive', null, null]]),
  createuser: [
    network,
    [
      'privileged',
      null,
      /^(-[a-zA-Z]*[srd]|--(superuser|createrole|createdb|replication|bypassrls))/,
    ],
  ],
  mysqldump: [
    network,
    ['writes-inside', null, null],
    ['opaque', null, /^(-T|--tab|--init-command|--plugin|--defaults)/],
  ],
  ...each('createdb pg_dump pg_dumpall mongodump mongoexport initdb pg_basebackup', [
    network,
    ['writes-inside', null, null],
  ]),
  pg_ctl: [
    network,
    ['writes-inside', null, null],
    ['destructive', / (stop|restart|kill|promote) /, null],
  ],
  pg_resetwal: [['destructive', null, null]],
  ...each('kafka-consumer-groups kafka-consumer-groups.sh', [
    network,
    ['destructive', null, /^--(reset-offsets|delete|delete-offsets)$/],
  ]),
  ...each('kafka-delete-records kafka-delete-records.sh', [network, ['destructive', null, null]]),
  ...each('mysql mariadb mycli', [
    takesInput(new RegExp(`${ASKS}|-[a-zA-Z]*e.*|--execute.*)$`)),
    network,
    removes,
    inOption,
    [
      'opaque',
      /\\!|\bsystem\b|into\s+(out|dump)file|load_file|\bsource\b|\btee\b|\bpager\b/i,
      null,
    ],
    [
      'opaque',
      null,
      /^(--init-command.*|--pager.*|--tee.*|--plugin.*|--default-auth.*|--defaults.*|--login-path.*)$/,
    ],
  ]),
  ...each('redis-cli valkey-cli keydb-cli', [
    takesInput(new RegExp(`${ASKS}|--(stat|latency.*|bigkeys|memkeys|hotkeys|scan))$`), /^ *$/),
    ['opaque', null, /^-x$/],
    network,
    [
      'destructive',
      /\b(flushall|flushdb|del|unlink|shutdown|config|debug|restore|migrate|rename|slaveof|replicaof|cluster|reset|script|acl|module|swapdb|set|getdel|expire|lpop|rpop|hdel|srem|zrem|xdel|xtrim|move|failover|save|bgsave|bgrewriteaof)\b/i,
      null,
    ],
    ['opaque', /\b(eval|evalsha|module|fcall|function|config\s+set)\b/i, null],
    ['opaque', null, /^--(eval|rdb|functions-rdb|pipe|cluster|ldb)/],
  ]),
  ...each('mongo mongosh mongorestore mongoimport', [
    takesInput(new RegExp(`${ASKS}|--eval.*)$`), /^ *\S* *$/),
    network,
    [
      'destructive',
      /(drop|delete|remove|update|replace|insert|rename|shutdown|eval|bulkWrite|findAndModify|findOneAnd)/,
      null,
    ],
    ['opaque', null, /^--?(eval|e|shell|f|file)/],
    ['destructive', null, /^--drop/],
    ['destructive', null, /(drop|delete|remove|shutdown)/i],
    ['opaque', /\.js /, null],
  ]),
  ...each('sqlite3 sqlite litecli duckdb', [
    takesInput(new RegExp(`${ASKS}|-version|-help)$`), /^ *\S* *$/),
    ['writes-inside', null, null],
    removes,
    [
      'opaque',
      /\.(shell|system|sh|read|output|once|excel|import|load|open|save|backup|restore|dump|log|archive|ar|cd|clone|edit|recover|testcase|trace|expert|session|filectrl|www|startup_edit)\b|\b(attach|writefile|readfile|load_extension|edit|fts3_tokenizer|pragma|copy|install|load|export|httpfs)\b/i,
      null,
    ],
    [
      'opaque',
      null,
      /^-+(init|cmd|A|archive|append|deserialize|zip|vfs|unsafe|c|s|f|no-stdin|command|file)/,
    ],
  ]),
  ...each(
    'sqlcmd bcp isql osql sqlplus clickhouse clickhouse-client clickhouse-local chdb cqlsh influx neo4j cypher-shell trino presto hive beeline spark-sql snowsql usql impala-shell',
    [
      network,
      removes,
      inOption,
      ['opaque', null, /^(-f|--file|--queries-file)(=|$)/],
      [
        'opaque',
        /(^| )(!!|!|:!!|host\b|\\!|@)|xp_cmdshell|into\s+outfile|\burl\(|\bexecutable\(|\bfile\(/i,
        null,
      ],
    ],
  ),
  ...each(
    'etcdctl zkCli.sh kafka-topics kafka-topics.sh rabbitmqctl rabbitmqadmin nats memcached-tool',
    [
      network,
      [
        'destructive',
        /\b(del|delete|deleteall|rmr|--delete|purge_queue|delete_\w+|reset|force_reset|stop_app|forget_cluster_node|purge|defrag|snapshot|member|rm)\b/,
        null,
      ],
      ['destructive', null, /^--(delete|alter|purge|flush)/],
    ],
  ),
  ...each(
    'rails rake artisan django-admin manage.py prisma sequelize knex typeorm drizzle-kit flyway liquibase alembic dbmate goose migrate diesel sea-orm-cli ecto',
    [
      ['writes-inside', null, null],
      ['destructive', / migrate [a-z]\S* (zero|\d{4}\S*) /, null],
      [
        'destructive',
        / (\S*(:drop|:reset|:rollback|:purge|:fresh|:wipe|:truncate\w*|:undo\S*|:clean|:down|:schema:load|:setup)|drop|reset|flush|clean|downgrade|down|rollback|rollback-count|rollbackCount|dropAll|drop-all|repair|fresh|redo|undo|force|db push|migrate reset|migrate zero|sqlflush|schema:drop) /,
        null,
      ],
      [
        'opaque',
        / (runner|console|c|dbconsole|shell|shell_plus|tinker|eval|db execute|dbshell|runscript|destroy|d) /,
        null,
      ],
    ],
  ),
  mix: [['destructive', / ecto\.(drop|reset|rollback|load)(\.\S+)? /, null]],
  flask: [
    ['destructive', / db (downgrade|stamp) /, null],
    ['opaque', / shell /, null],
  ],
  dbt: [['destructive', null, /^--full-refresh$/]],
}
