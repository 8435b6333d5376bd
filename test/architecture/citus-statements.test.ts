import { test } from 'node:test'
import { none, sources } from './sources.ts'

// What a statement has to look like so that a Citus cluster runs it as plain PostgreSQL does. The
// limits are those of Citus 13 and 14, tried on a cluster (`npm run test:citus`, docs/scaling.md).
// Rules about tables, indexes and functions are in schema-rules.test.ts.

const migrations = statementsOf('db/migrations/*.sql')
const functions = statementsOf('db/functions/*.sql')
const queries = queriesOf('db/src/queries/**/*.ts')

test('the statements are found', () => {
  none(
    [
      ...(migrations.length > 400 ? [] : [`${migrations.length} in db/migrations`]),
      ...(functions.length > 300 ? [] : [`${functions.length} in db/functions`]),
      ...(queries.length > 250 ? [] : [`${queries.length} in db/src/queries`]),
    ],
    'This test no longer finds the statements:',
  )
})

test('written rows are counted by RETURNING', () => {
  // after INSERT ... SELECT ... ON CONFLICT DO NOTHING, Citus reports the rows that were selected:
  // a chair that is taken looks free
  const counted = /\brow_count\b|\bfound\b/i
  const inTenant = functions.filter(({ path }) => !path.startsWith('db/functions/jobs.'))
  const found = inTenant.filter(({ path, sql }, index) => {
    const before = inTenant[index - 1]
    return (
      counted.test(sql) && before?.path === path && /\b(insert|update|delete)\b/i.test(before.sql)
    )
  })
  none(namesOf(found), 'Use RETURNING ... INTO and test the variable:')
})

test('INSERT ... SELECT has RETURNING or ON CONFLICT', () => {
  // without either, Citus writes the rows by COPY, which row-level security does not allow
  const found = [...functions, ...queries].filter(
    ({ sql }) =>
      /\binsert into (?!jobs\.|registry\.)/i.test(sql) &&
      /\bselect\b/i.test(sql.slice(sql.search(/\binsert into/i))) &&
      !/\breturning\b|\bon conflict\b/i.test(sql),
  )
  none(namesOf(found), 'Add RETURNING, or in a function ON CONFLICT on the primary key:')
})

test('INSERT ... SELECT of a function returns no row that a conflict may skip', () => {
  // "consistency check on SPI tuple count failed": Citus counts the rows that were selected
  const skipped =
    /\binsert into (?!jobs\.|registry\.).*\bselect\b.*\bon conflict\b.*\breturning\b/is
  none(
    namesOf(functions.filter(({ sql }) => skipped.test(sql))),
    'Compute it in a variable first, and write INSERT ... VALUES:',
  )
})

test('INSERT ... SELECT reads at most one table', () => {
  // Citus does not run the rest on the node of the salon when the id of a new row is drawn
  const read =
    /\b(?:from|join)\s+(?:app\.)?(?!jsonb_to_recordset\b|unnest\b|generate_series\b)[a-z_]+\b/gi
  const found = [...functions, ...queries].filter(({ sql }) => {
    const [inserted = ''] = /\binsert into (?!jobs\.|registry\.).*\bselect\b.*/is.exec(sql) ?? []
    return (inserted.match(read) ?? []).length > 1
  })
  none(namesOf(found), 'Select the rows first, and insert them with jsonb_to_recordset:')
})

test('VALUES contains no sub-select', () => {
  const found = [...functions, ...queries].filter(({ sql }) =>
    /\binsert into\b[^;]*?\bvalues\s*\([^;]*\(\s*select\b/i.test(
      sql.replace(/\bon conflict\b.*/is, ''),
    ),
  )
  none(namesOf(found), 'Compute it in a variable first, or write INSERT ... SELECT:')
})

test('VALUES and SET contain no CASE of a variable or a column', () => {
  // Citus sends the comparison with the wrong type
  const written = /(?:\bvalues\s*\(|^\s*(?:with\b.*)?update\b.*\bset\b).*\bcase\s+(?!when\b)/is
  const found = [...functions, ...queries].filter(({ sql }) => written.test(sql))
  none(namesOf(found), 'Compute it in a variable first, or compare in CASE WHEN:')
})

test('VALUES and SET contain no CASE that protects a cast', () => {
  // Citus evaluates every branch with the parameters of the statement
  const written =
    /(?:\bvalues\s*\(|^\s*(?:with\b.*)?update\b.*\bset\b).*\bcase\s+when\b[^;]*?\bthen\s+\w+::/is
  const found = [...functions, ...queries].filter(({ sql }) => written.test(sql))
  none(namesOf(found), 'Compute it in a variable first:')
})

test('UPDATE has no CASE that makes a time of a text', () => {
  // the cast depends on the time zone, and Citus computes none inside of CASE
  const made = /\bcase\b(?:(?!\bend\b).)*\)::timestamptz/is
  const found = [...functions, ...queries].filter(
    ({ sql }) => /^\s*(?:with\b.*)?update\b/is.test(sql) && made.test(partBeforeReturning(sql)),
  )
  none(namesOf(found), 'Compute it in a variable first:')
})

test('DO UPDATE after INSERT ... SELECT has no parameter', () => {
  // the part that reaches the shard has no types for the parameters of the rest
  const found = queries.filter(({ sql }) =>
    /\binsert into\b[^;]*\bselect\b[^;]*\bdo update\b[^;]*\$/is.test(sql),
  )
  none(namesOf(found), 'Compute it from a column of excluded:')
})

test('UPDATE and DO UPDATE call no volatile or stable function', () => {
  const volatile =
    /\b(gen_random_uuid|random|clock_timestamp|statement_timestamp|nextval|jsonb_build_object|to_jsonb|concat|concat_ws|format)\(/i
  const found = [...migrations, ...functions, ...queries].filter(
    ({ sql }) =>
      /^\s*(with\b.*?)?update\b|\bdo update\b/is.test(sql) &&
      volatile.test(partBeforeReturning(sql)),
  )
  none(namesOf(found), 'Pass the value as a parameter, or use an immutable function (jsonb_set):')
})

test('UPDATE, DELETE and ON CONFLICT add no interval to a column', () => {
  // timestamptz plus interval depends on the session's time zone
  const computed =
    /(?<![.\w$])(?!p_|v_)[a-z]\w*(\.[a-z]\w*)? [-+]\s+(interval|make_interval)\b(?![^;]*at time zone 'UTC')/i
  const found = [...migrations, ...functions, ...queries].filter(({ sql }) => {
    const written = /^\s*(update|delete)\b/i.test(sql)
      ? sql
      : (/\bon conflict\b.*/is.exec(sql)?.[0] ?? '')
    return computed.test(written)
  })
  none(namesOf(found), 'Compute the bound first, in a variable or a parameter:')
})

test('RETURNING calls no function', () => {
  // Citus runs only immutable ones there, and those that make text are not
  const returning = /\breturning\b(?:(?!\binto\b)[^;)]|\([^;)]*\))*/gis
  const found = [...functions, ...queries].filter(({ sql }) =>
    (sql.match(returning) ?? []).some((part) =>
      /\b(?!as\b|in\b|any\b)[a-z_]+\(|\bat time zone\b|\|\|/i.test(part),
    ),
  )
  none(namesOf(found), 'Return the columns, and make text of them outside of the statement:')
})

test('INSERT ... SELECT expands no column of a table into rows', () => {
  // Citus neither runs it on the node of the salon nor computes the rows on the coordinator
  const expanded =
    /\binsert into (?!jobs\.|registry\.).*\bselect\b.*\b(?:unnest|generate_series)\(\s*(?!p_|v_)[a-z]\w*\.[a-z]/is
  const found = [...functions, ...queries].filter(({ sql }) => expanded.test(sql))
  none(namesOf(found), 'Select the rows first, and insert them with jsonb_to_recordset:')
})

test('ALTER TABLE has one subcommand', () => {
  const found = migrations.filter(
    ({ sql }) => /^\s*alter table\b/i.test(sql) && withoutParentheses(sql).includes(','),
  )
  none(namesOf(found), 'Write one ALTER TABLE for each:')
})

test('ADD COLUMN has no constraint without a name', () => {
  // Citus cannot name it alike on every node
  const unnamed =
    /^\s*alter table\b.*\badd column\b(?!.*\bconstraint\b).*\b(?:check|references|unique|primary key)\b/is
  none(
    namesOf(migrations.filter(({ sql }) => unnamed.test(sql))),
    'Write `constraint <name>` before it, or add it by a statement of its own:',
  )
})

test('an outer join compares no column but the tenant with a parameter', () => {
  // null makes the condition a constant, which Citus refuses there on PostgreSQL 15 and 16
  const joins =
    /\b(?:left|right|full) join\b.*?\bon\b(.*?)(?=\b(?:join|where|group by|order by)\b|$)/gis
  const compared = /(?<!\bbusiness_id )= (?:\$|p_(?!business_id\b)|v_)|(?:\$1|\b[pv]_\w+) (?:is|=)/i
  const found = [...functions, ...queries].filter(({ sql }) =>
    [...sql.matchAll(joins)].some(([, condition = '']) => compared.test(condition)),
  )
  none(namesOf(found), 'Read it by a sub-select in the list of columns:')
})

test('a function over tenant tables is not called in FROM beside a table', () => {
  // a query of a shard cannot run a function that queries other shards
  const found = [...functions, ...queries].filter(({ sql }) => {
    const calls = [...sql.matchAll(/\b(?:from|join|lateral|,)\s+app\.(\w+)\(/gi)]
    const others =
      sql.match(/\b(from|join)\s+(app\.|registry\.)?(?!listed\b)[a-z_]+\b(?![(.])/gi) ?? []
    return calls.length > 1 || (calls.length === 1 && others.length > 0)
  })
  none(namesOf(found), 'Call it in a statement of its own, into variables:')
})

test('the tenant is set by app.set_business alone', () => {
  // a SET LOCAL that another statement executes would not reach the nodes
  const sets = /\bset_config\(|\bset (local )?app\.business_id\b/i
  // jobs.collect and jobs.unpark set it for a function of the coordinator alone, and app.set_tenant is the
  // same for salons that are not held open
  const setters = ['app.set_business', 'app.set_tenant', 'jobs.collect', 'jobs.unpark'].map(
    (name) => `db/functions/${name}.sql`,
  )
  const found = [...functions, ...queries].filter(
    ({ path, sql }) => sets.test(sql) && !setters.includes(path),
  )
  none(namesOf(found), 'Call app.set_business:')
})

test('a function that runs on a node reads no setting or role of the connection', () => {
  // the node has a connection of its own: the operator would be `silla_admin`
  const read =
    /\bcurrent_setting\('(?!app\.business_id'|citus\.|server_version_num'|transaction_read_only')|\b(?:current|session)_user\b/i
  const onNodes = functions.filter(({ path }) => !path.startsWith('db/functions/jobs.'))
  none(namesOf(onNodes.filter(({ sql }) => read.test(sql))), 'Pass the value as a parameter:')
})

test('functions that keep their plans on a cluster only insert rows with an id that is drawn', () => {
  // a kept plan without a volatile function takes more memory at each execution
  const [settling] = sources('db/src/cluster/settle-nodes.ts')
  const [, names = ''] = settling?.text.match(/functionsThatKeepPlans = \[(.*)\]/) ?? []
  const paths = [...names.matchAll(/\w+/g)].map(([name]) => `db/functions/app.${name}.sql`)
  none(paths.length > 0 ? [] : ['functionsThatKeepPlans'], 'This test no longer finds the names:')
  const found = functions.filter(
    ({ path, sql }) =>
      paths.includes(path) &&
      /\b(?:from|update|delete|into) app\./i.test(sql) &&
      !/\binsert into app\.\w+ \(\s*business_id(?!, id\b)[^)]*\)\s*values/i.test(sql),
  )
  none(namesOf(found), 'Move it to a function that keeps no plans:')
})

interface Statement {
  path: string
  sql: string
}

/** The statements of SQL files without comments; in functions each from one semicolon to the next. */
function statementsOf(pattern: string): Statement[] {
  return sources(pattern).flatMap(({ path, text }) =>
    text
      .replace(/--[^\n]*/g, '')
      .split(';')
      .map((sql) => ({ path, sql: sql.replace(/^.*\bbegin\s/is, '') }))
      .filter(({ sql }) => sql.trim() !== ''),
  )
}

/** The template literals that are a statement; what is inserted into them is a parameter. */
function queriesOf(pattern: string): Statement[] {
  // names of columns are part of the text (db/src/queries/field-columns.ts)
  const columns = /\$\{\w+Columns\([^{}]*\)\}/g
  const insertion = /\$\{(?:[^{}`]|\{[^{}`]*\})*\}/g
  return sources(pattern).flatMap(({ path, text }) =>
    [
      ...text
        .replace(columns, 'columns')
        .replace(insertion, '$1')
        .matchAll(/\b(?:tx|sql|admin)(?:<[^`]*?>)?`([^`]*)`/g),
    ].map(([, sql = '']) => ({ path, sql })),
  )
}

function withoutParentheses(sql: string): string {
  const inner = /\([^()]*\)/g
  const outer = sql.replace(/'[^']*'/g, '').replace(inner, '')
  return outer.includes('(') && inner.test(outer) ? withoutParentheses(outer) : outer
}

const partBeforeReturning = (sql: string) => sql.replace(/\breturning\b.*/is, '')

const namesOf = (statements: Statement[]) =>
  statements.map(({ path, sql }) => `${path}: ${sql.trim().replace(/\s+/g, ' ').slice(0, 70)}`)
