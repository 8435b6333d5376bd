import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importNote, importSentence } from '@silla/errors'
import { languages } from '@silla/locale'
import type { FileEncoding } from '../../../packages/core/src/imports/csv-records.ts'
import { ImportFileError } from '../../../packages/core/src/imports/import-file-error.ts'
import type { ImportSource } from '../../../packages/core/src/imports/profiles.ts'
import {
  type CustomerFile,
  readCustomerFile,
} from '../../../packages/core/src/imports/read-customer-file.ts'
import { reportCsv } from '../../../packages/core/src/imports/report-csv.ts'
import { chunksOf, fixture, madrid, recordsOf } from './files.ts'

const read = (
  bytes: Uint8Array | string,
  source: ImportSource = 'generic',
  columns: [string, string][] = [],
  encoding: FileEncoding = 'utf-8',
): Promise<CustomerFile> =>
  readCustomerFile(madrid, {
    ...{ bytes: chunksOf(bytes), encoding, source },
    columns: new Map(columns),
  })

const lucia = { name: 'Lucía Prado', email: 'lucia@example.com', phone: '+34600123456' }

test('each profile reads who a customer is', async () => {
  const read1 = async (name: string, source: ImportSource) =>
    (await read(fixture(name), source)).rows
  const [fresha, blocked] = await read1('fresha-clients.csv', 'fresha')
  assert.deepEqual(
    [fresha?.externalId, fresha?.contact, fresha?.problem, fresha?.notes, fresha?.line],
    ['1001', lucia, null, [], 2],
  )
  assert.deepEqual(
    [blocked?.contact.name, blocked?.contact.phone, blocked?.blocked],
    ['Hugo', '+34912345678', true],
  )
  const [square] = await read1('square-customers.csv', 'square')
  assert.deepEqual([square?.externalId, square?.contact], ['SQ1AAA', lucia])
  const [booksy] = await read1('booksy-clients.csv', 'booksy')
  assert.deepEqual([booksy?.externalId, booksy?.contact], ['', lucia])
  const [timely] = await read1('timely-customers.csv', 'timely')
  assert.deepEqual([timely?.externalId, timely?.contact], ['77', lucia])
  const [generic] = await read1('generic-customers.csv', 'generic')
  assert.deepEqual(
    [generic?.externalId, generic?.contact, generic?.language, generic?.blocked],
    ['a1', lucia, 'en', false],
  )
})

test('columns that are not imported are reported, consent among them', async () => {
  const { columns } = await read(fixture('fresha-clients.csv'), 'fresha')
  assert.deepEqual(columns.consent, ['Accepts Marketing', 'Accepts SMS Marketing'])
  assert.deepEqual(
    columns.ignored.filter((name) => !columns.consent.includes(name)),
    ['Gender', 'City', 'Date of Birth', 'Added', 'Note'],
  )
  const square = await read(fixture('square-customers.csv'), 'square')
  assert.deepEqual(square.columns.consent, ['Email Subscription Status'])
})

test('a column that the profile does not know is named by hand', async () => {
  const text = 'Buzón,Persona\nlucia@example.com,Lucía Prado\n'
  await assert.rejects(read(text), /no column for name\. Its columns are: Buzón, Persona\./)
  const { rows } = await read(text, 'generic', [
    ['Buzón', 'email'],
    ['persona', 'name'],
  ])
  assert.deepEqual(rows[0]?.contact, { ...lucia, phone: '' })
  await assert.rejects(
    read(text, 'generic', [['Buzón', 'mail']]),
    /no field mail\. The fields are: id, /,
  )
  await assert.rejects(read(text, 'generic', [['Teléfono', 'phone']]), /no column Teléfono/)
  await assert.rejects(read('name,Email,email\nA,b,c\n'), /column Email occurs twice/)
  await assert.rejects(read('nombre,Teléfono,telefono\nA,b,c\n'), /column Teléfono occurs twice/)
})

test('Spanish and Arabic headings are known, whatever their case and accents', async () => {
  const tables: [string, string][] = [
    ['Nombre;Apellidos;Email;Teléfono', 'Lucía;Prado;lucia@example.com;600 12 34 56'],
    ['NOMBRE;APELLIDOS;CORREO ELECTRONICO;TELEFONO', 'Lucía;Prado;lucia@example.com;600123456'],
    ['Apellidos,Nombre,Correo:,Móvil *', 'Prado,Lucía,lucia@example.com,600123456'],
    ['Nombre completo;Apellidos;E-mail;Tel.', 'Lucía Prado;Prado;lucia@example.com;600123456'],
    ['Nombre;Nombre de pila;Apellidos;Mail;Celular', 'Lucía Prado;L;P;lucia@example.com;600123456'],
    [
      'Nombre;Primer apellido;Segundo apellido;Correo;Teléfono',
      'Lucía;Prado;;lucia@example.com;600123456',
    ],
    ['Cliente;Dirección de correo;Número de teléfono', 'Lucía Prado;lucia@example.com;600123456'],
    ['Name,Surname,Email,Phone', 'Lucía,Prado,lucia@example.com,600123456'],
    ['First_Name,Last_Name,Email_Address,Phone_Number', 'Lucía,Prado,lucia@example.com,600123456'],
    [
      'الاسم الأول;اسم العائلة;البريد الالكتروني;رقم الهاتف',
      'Lucía;Prado;lucia@example.com;600123456',
    ],
    ['\u200Fالاسم;البريد الإلكتروني;الجوال', 'Lucía Prado;lucia@example.com;600123456'],
  ]
  for (const [heading, row] of tables) {
    const { rows, columns } = await read(`${heading}\n${row}\n`)
    assert.deepEqual([rows[0]?.contact, rows[0]?.problem], [lucia, null], heading)
    assert.deepEqual(columns.ignored, [], heading)
  }
  const { rows, columns } = await read(
    'Código de cliente;Nombre;Apellido 1;Apellido 2;Idioma;Bloqueada;Acepta publicidad;Población\n' +
      '7;Íñigo;Peñalver;Gil;Inglés;Sí;Sí;Lugo\n8;Eva;;;castellano;no;no;\n',
  )
  assert.deepEqual(
    rows.map((row) => [row.externalId, row.contact.name, row.language, row.blocked]),
    [
      ['7', 'Íñigo Peñalver Gil', 'en', true],
      ['8', 'Eva', 'es', false],
    ],
  )
  assert.deepEqual(columns.consent, ['Acepta publicidad'])
})

test('a missing column is named in the language of the reader', async () => {
  const error = await read('Persona;Correo\nEva;eva@example.com\n').catch((thrown) => thrown)
  assert.ok(error instanceof ImportFileError)
  assert.deepEqual(
    languages.map((language) => importSentence(error.note, language)),
    [
      'El archivo no tiene columna para nombre. Sus columnas son: Persona, Correo. Indica cuál es.',
      'The file has no column for name. Its columns are: Persona, Correo. Say which one it is.',
      'لا يحتوي الملف على عمود لـ الاسم. أعمدته هي: Persona, Correo. حدّد العمود المطلوب.',
    ],
  )
})

test('byte order marks, separators, quotes and line ends of spreadsheets are read', async () => {
  const cells = async (text: Uint8Array | string, encoding?: FileEncoding) =>
    (await recordsOf(text, encoding)).map((record) => [record.line, ...record.cells])
  const expected = [
    [1, 'a', 'b'],
    [2, 'é;x', '1'],
    [5, 'y', "it's"],
  ]
  assert.deepEqual(await cells('\uFEFFa;b\n"é;x";1\n\n;\n"y";it\'s\n'), expected)
  assert.deepEqual(await cells('sep=;\r\na;b\r\n'), [[2, 'a', 'b']])
  assert.deepEqual(await cells('a\tb\n1,5\t2'), [
    [1, 'a', 'b'],
    [2, '1,5', '2'],
  ])
  assert.deepEqual(await cells('a,b\r1,2\r'), [
    [1, 'a', 'b'],
    [2, '1', '2'],
  ])
  assert.deepEqual(await cells('a,b\n"two\nlines",2\nlast,3'), [
    [1, 'a', 'b'],
    [2, 'two\nlines', '2'],
    [4, 'last', '3'],
  ])
  assert.deepEqual(await cells('name\nAna "la rubia" Ruiz\n'), [
    [1, 'name'],
    [2, 'Ana "la rubia" Ruiz'],
  ])
  const latin = Uint8Array.from(Buffer.from('a;b\nPeñalver;1\n', 'latin1'))
  assert.deepEqual(await cells(latin, 'windows-1252'), [
    [1, 'a', 'b'],
    [2, 'Peñalver', '1'],
  ])
  await assert.rejects(cells(latin), /not utf-8, in line 2 or a later one.*windows-1252/)
  await assert.rejects(cells('\uFEFFa\n', 'windows-1252'), /is UTF-8/)
  await assert.rejects(cells('a\nb\0c\n'), /not text/)
  await assert.rejects(
    cells('a,b\n1,2\n"open,3\n4,5\n'),
    /quote that opens in line 3 is never closed/,
  )
  await assert.rejects(cells(`a\n"${'x'.repeat(200_000)}"\n`), /line 2 has more than 100,000/)
})

test('empty files and files without rows are refused', async () => {
  await assert.rejects(read(''), /The file is empty/)
  await assert.rejects(read('\n\n'), /The file is empty/)
  await assert.rejects(read('name,email\n'), /no rows below/)
})

test('rows that are not valid say why, and a phone that is none is left out', async () => {
  const rowOf = async (row: string) => (await read(`id,name,email,phone\n${row}\n`)).rows[0]
  const problem = async (row: string) => {
    const found = (await rowOf(row))?.problem
    return found ? importSentence(found, 'en') : null
  }
  assert.equal(await problem('1,,a@example.com,'), 'the name is missing')
  assert.match((await problem(`1,${'a'.repeat(10_000)},,`)) ?? '', /has 10000 characters/)
  assert.match(
    (await problem('1,"=HYPERLINK(""http://evil.example"",""x"")",,')) ?? '',
    /is not the name/,
  )
  assert.match((await problem('1,Ana,ana@,')) ?? '', /"ana@" is not an email/)
  const noPhone = await rowOf('1,Ana,ana@example.com,none')
  assert.deepEqual(
    [noPhone?.problem, noPhone?.notes],
    [null, [importNote('phone_left_out', { text: 'none', country: 'ES' })]],
  )
  assert.equal((await rowOf('1,Ana,,+44 20 7946 0958'))?.contact.phone, '+442079460958')
})

test('a report is a table that a spreadsheet does not run', () => {
  const csv = reportCsv({
    source: 'generic',
    dryRun: true,
    columns: { read: [], ignored: [], consent: [] },
    counts: { created: 0, merged: 0, unchanged: 0, duplicate: 0, skipped: 0, clash: 0, refused: 1 },
    unknownNames: [],
    rows: [
      {
        line: 2,
        externalId: '=1+1',
        outcome: 'refused',
        id: null,
        notes: [importNote('name_missing'), importNote('cancelled')],
      },
    ],
  })
  assert.equal(
    csv,
    "\uFEFFline,external_id,outcome,id,notes\r\n2,'=1+1,refused,,the name is missing; cancelled\r\n",
  )
})
