import { test } from 'node:test'
import { none, sources } from './sources.ts'

test('what customers are searched by is written with every name and phone', () => {
  // the columns of db/functions/app.search_columns.sql; nothing else keeps them in line
  const writesContact =
    /\binsert into (app\.)?customers\b|\bupdate (app\.)?customers\b[^;`]*?\b(name|phone) = /
  const found = [...sources('db/src/queries/**/*.ts'), ...sources('db/functions/*.sql')].flatMap(
    ({ path, text }) =>
      text
        .split(path.endsWith('.ts') ? /(?<=\btx)`/ : /;\n/)
        .filter((statement) => writesContact.test(statement) && !/search/i.test(statement))
        .map((statement) => `${path}: ${statement.trim().slice(0, 60)}`),
  )
  none(found, 'Write the columns of db/src/queries/customer-words.ts too:')
})
