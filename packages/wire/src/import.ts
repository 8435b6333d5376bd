import type {
  ImportKind,
  ImportRun,
  ImportSource,
  NewImport,
  RowOutcome,
  RowReport,
} from '@silla/core'
import { type FieldProblem, fail, type ImportNote, importSentence } from '@silla/errors'
import { type Static, Type } from 'typebox'
import type { Locale } from './localize.ts'
import {
  closed,
  count,
  flag,
  identifier,
  nullable,
  oneOf,
  optionalFlag,
  text,
  timestamp,
  whole,
} from './schema.ts'

// Imports of customers and bookings that a salon starts itself (D78).

const kindWords: Readonly<Record<ImportKind, string>> = {
  customers: 'clientes',
  bookings: 'reservas',
}

const sourceWords: Readonly<Record<ImportSource, string>> = {
  generic: 'generico',
  fresha: 'fresha',
  booksy: 'booksy',
  square: 'square',
  timely: 'timely',
}

const stateWords: Readonly<Record<ImportRun['state'], string>> = {
  waiting: 'en_espera',
  running: 'en_curso',
  done: 'terminada',
  failed: 'fallida',
}

const outcomeWords: Readonly<Record<RowOutcome, string>> = {
  created: 'creada',
  merged: 'unida',
  unchanged: 'sin_cambios',
  duplicate: 'repetida',
  skipped: 'omitida',
  clash: 'choque',
  refused: 'rechazada',
}

/** The fields of customers and bookings, for the columns of a file. */
const fieldWords: Readonly<Record<string, string>> = {
  id: 'id',
  customerId: 'cliente_id',
  name: 'nombre',
  firstName: 'nombre_pila',
  lastName: 'apellidos',
  email: 'email',
  phone: 'telefono',
  language: 'idioma',
  blocked: 'bloqueado',
  start: 'inicio',
  date: 'fecha',
  time: 'hora',
  end: 'fin',
  duration: 'duracion',
  service: 'servicio',
  professional: 'profesional',
  price: 'precio',
  status: 'estado',
  notes: 'notas',
}

const dateWords = { dmy: 'dma', mdy: 'mda' } as const
const encodings = ['utf-8', 'utf-16', 'windows-1252', 'windows-1256'] as const
const nameKinds = { service: 'servicio', professional: 'profesional' } as const

const maxColumns = 100
const maxNames = 500
const maxNameLength = 200

const pairText = (description: string) => Type.String({ description, maxLength: maxNameLength })

export const NewImportWire = closed(
  {
    tipo: oneOf(Object.values(kindWords), 'What the file is a list of'),
    origen: oneOf(
      Object.values(sourceWords),
      'The product that wrote the file; `generico`: any other',
    ),
    archivo: text('The CSV file in base64, as it is or packed with gzip'),
    codificacion: Type.Optional(
      oneOf(encodings, 'Its encoding, default `utf-8`; `windows-1252` includes Latin-1'),
    ),
    columnas: Type.Optional(
      Type.Array(
        closed(
          {
            columna: pairText('The name of a column in the file'),
            campo: oneOf(Object.values(fieldWords), 'What it is'),
          },
          { description: 'A column and what it is' },
        ),
        {
          maxItems: maxColumns,
          description: 'Columns that the profile of the product does not know',
        },
      ),
    ),
    nombres: Type.Optional(
      Type.Array(
        closed(
          {
            archivo: pairText('A service or professional as the file calls it'),
            salon: pairText('What the salon calls it; empty: its rows are left out'),
          },
          { description: 'A name of the file and of the salon' },
        ),
        { maxItems: maxNames, description: 'Names that the salon does not have; of bookings' },
      ),
    ),
    orden_fechas: Type.Optional(
      oneOf(
        Object.values(dateWords),
        'How 04/03/2027 is read; default: `mda` for a salon in the United States, else `dma`',
      ),
    ),
    por_nombre: optionalFlag(
      'A booking without id, email and phone is of the only imported customer with its name',
    ),
    recordar: optionalFlag('Remind customers of these visits by email as of others'),
  },
  {
    description: 'A file to import',
    examples: [
      {
        tipo: 'clientes',
        origen: 'generico',
        archivo: 'aWQsbmFtZSxlbWFpbAoxLEx1Y8OtYSBQcmFkbyxsdWNpYUBleGFtcGxlLmNvbQo=',
      },
    ],
  },
)

const noteFields = {
  codigo: text('What it is, for programs. New codes may be added.'),
  mensaje: text('The same for people, in the language of the request'),
}

const countsWire = closed(
  Object.fromEntries(
    Object.values(outcomeWords).map((word) => [word, count(`Rows that are \`${word}\``)]),
  ) as Record<string, ReturnType<typeof count>>,
  { description: 'How many rows became what' },
)

export const ImportWire = closed(
  {
    id: identifier('The import'),
    tipo: oneOf(Object.values(kindWords), 'What the file is a list of'),
    origen: oneOf(Object.values(sourceWords), 'The product that wrote the file'),
    simulado: flag('It is only tried: nothing is written'),
    estado: oneOf(
      Object.values(stateWords),
      '`en_espera`: it has not begun; `fallida`: something or somebody stopped it, which `problema` names, and rows that were imported before stay',
    ),
    filas_total: nullable(whole('Rows of the file; null: it has not been read yet')),
    filas_hechas: count('Rows that are done'),
    resultados: nullable(countsWire),
    columnas: nullable(
      closed(
        {
          leidas: Type.Array(
            closed(
              { columna: text('The column'), campo: text('What it is read as') },
              { description: 'A column that is read' },
            ),
            { description: 'Columns that are read' },
          ),
          ignoradas: Type.Array(text('A column'), { description: 'Columns that are not imported' }),
          consentimiento: Type.Array(text('A column'), {
            description: 'Of those, the ones that look like consent, which is never assumed',
          }),
        },
        { description: 'What is done with the columns; null: it has not ended' },
      ),
    ),
    nombres_desconocidos: Type.Array(
      closed(
        {
          tipo: oneOf(Object.values(nameKinds), 'What it is'),
          nombre: text('As the file calls it'),
          filas: count('Rows with it'),
        },
        { description: 'A name that the salon does not have' },
      ),
      { description: 'Services and professionals that the salon does not have' },
    ),
    problema: nullable(closed(noteFields, { description: 'What stopped it; null: nothing' })),
    creada_en: timestamp('When it was sent'),
    terminada_en: nullable(timestamp('When it ended; null: it has not')),
    se_borra_en: timestamp('When it is deleted, with its report'),
  },
  { $id: 'Importacion', description: 'An import of a file of another product' },
)

export const ImportRowWire = closed(
  {
    linea: count('The line of the file, from 1'),
    id_externo: nullable(text('The id in the other product; null: the file has none')),
    resultado: oneOf(Object.values(outcomeWords), 'What became of it'),
    id: nullable(
      identifier(
        'The customer or booking here; null: nothing was written, or not yet when it is tried',
      ),
    ),
    notas: Type.Array(closed(noteFields, { description: 'A note about the row' }), {
      description: 'Why it was not imported, or what was left out',
    }),
  },
  { $id: 'FilaImportada', description: 'What became of a row of an import' },
)

export const ImportReportWire = closed(
  { csv: text('A table with a row for each row of the file, in the language of the request') },
  { $id: 'InformeImportacion', description: 'The report of an import, for a spreadsheet' },
)

export const importComponents = [ImportWire, ImportRowWire, ImportReportWire]

export const importRowParams = {
  avisos: flag('Only rows that somebody has to look at: with notes, or not imported'),
}

/** The body of a new import; VALIDATION_ERROR. */
export function parseNewImport(body: Static<typeof NewImportWire>): NewImport {
  const problems: FieldProblem[] = []
  const file = Buffer.from(body.archivo, 'base64')
  // what is no base64 is skipped when it is decoded
  if (file.toString('base64') !== body.archivo)
    problems.push({ field: 'archivo', problem: 'bad_format' })
  const columns = pairs('columnas', body.columnas ?? [], 'columna', 'campo', problems)
  const names = pairs('nombres', body.nombres ?? [], 'archivo', 'salon', problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    kind: keyOf(kindWords, body.tipo),
    source: keyOf(sourceWords, body.origen),
    file,
    settings: {
      encoding: body.codificacion ?? 'utf-8',
      columns: columns.map(([column, word]) => [column, keyOf(fieldWords, word)]),
      names,
      dates: body.orden_fechas === undefined ? null : keyOf(dateWords, body.orden_fechas),
      matchNames: body.por_nombre ?? false,
      remind: body.recordar ?? false,
    },
  }
}

/** Pairs whose first texts are not empty and differ. */
function pairs<First extends string, Second extends string>(
  field: string,
  sent: readonly Record<First | Second, string>[],
  first: First,
  second: Second,
  problems: FieldProblem[],
): [string, string][] {
  const found = new Map<string, string>()
  for (const [index, pair] of sent.entries()) {
    const [theirs, ours] = [pair[first].trim(), pair[second].trim()].map((each) =>
      each.normalize('NFC'),
    ) as [string, string]
    const path = `${field}[${index}].${first}`
    if (theirs === '') problems.push({ field: path, problem: 'required' })
    if (/\0/.test(theirs + ours) || !(theirs + ours).isWellFormed())
      problems.push({ field: path, problem: 'bad_characters' })
    if (found.has(theirs)) problems.push({ field: path, problem: 'duplicate' })
    found.set(theirs, ours)
  }
  return [...found]
}

export const serializeImport = (run: ImportRun, locale: Locale): Static<typeof ImportWire> => ({
  id: run.id,
  tipo: kindWords[run.kind],
  origen: sourceWords[run.source],
  simulado: run.isDryRun,
  estado: stateWords[run.state],
  filas_total: run.rowsTotal,
  filas_hechas: run.rowsDone,
  resultados: run.result && serializeCounts(run.result.counts),
  columnas: run.result && {
    leidas: run.result.columns.read.map(({ column, field }) => ({
      columna: column,
      campo: fieldWords[field] ?? field,
    })),
    ignoradas: run.result.columns.ignored,
    consentimiento: run.result.columns.consent,
  },
  nombres_desconocidos: (run.result?.unknownNames ?? []).map(({ kind, name, rows }) => ({
    tipo: nameKinds[kind],
    nombre: name,
    filas: rows,
  })),
  problema: run.problem && serializeNote(run.problem, locale),
  creada_en: run.createdAt.toISOString(),
  terminada_en: run.endedAt?.toISOString() ?? null,
  se_borra_en: run.keptUntil.toISOString(),
})

const serializeCounts = (counts: Readonly<Record<RowOutcome, number>>): Record<string, number> =>
  Object.fromEntries(
    (Object.keys(outcomeWords) as RowOutcome[]).map((outcome) => [
      outcomeWords[outcome],
      counts[outcome],
    ]),
  )

export const serializeImportRow = (
  { line, externalId, outcome, id, notes }: RowReport,
  locale: Locale,
): Static<typeof ImportRowWire> => ({
  linea: line,
  id_externo: externalId,
  resultado: outcomeWords[outcome],
  id,
  notas: notes.map((note) => serializeNote(note, locale)),
})

const serializeNote = (note: ImportNote, { message }: Pick<Locale, 'message'>) => ({
  codigo: note.code,
  mensaje: importSentence(note, message),
})

const keyOf = <Key extends string>(words: Readonly<Record<Key, string>>, word: string): Key =>
  (Object.keys(words) as Key[]).find((key) => words[key] === word) as Key
