import {
  cancelImport,
  createImport,
  findImport,
  importPermissions,
  listImportRows,
  listImports,
  readImportReport,
} from '@silla/core'
import {
  ImportReportWire,
  ImportRowWire,
  ImportWire,
  importRowParams,
  NewImportWire,
  offsetAndLimit,
  parseBoolean,
  parseNewImport,
  permissionWords,
  serializeImport,
  serializeImportRow,
} from '@silla/wire'
import { operation } from './operation.ts'
import { one, pageOf, pages } from './results.ts'

const tag = 'Imports'
const path = '/importaciones/'
const id = { description: 'The import', notFound: 'IMPORT_NOT_FOUND' } as const
const unknownImport = { IMPORT_NOT_FOUND: 'no such import, or a day has passed' } as const

/** A file of 20 MB, packed or not: what is larger is imported by the platform. */
const maxBodyBytes = 8 * 1024 * 1024

/** Customers and bookings from the files of other products (D78). */
export const importOperations = [
  operation({
    name: 'importaciones.crear',
    tag,
    summary: 'Import customers or bookings',
    description:
      'Sends a CSV file of another product. The response comes before it is read: ' +
      '`GET /importaciones/{id}/` says how far the import is, and what became of the rows. With ' +
      '`X-Simular: true` nothing is written, and the report says what would become of them. Rows are ' +
      'recognized by `origen` and the id of the other product: the same file again changes nothing. ' +
      'Nothing is mailed, and consent is never imported. The file is deleted when the import ends. A ' +
      'body has at most 8 MiB, the unpacked file 20 MiB; in GraphQL a body has at most 64 KiB.',
    rest: { method: 'POST', path, status: 201 },
    graphql: { field: 'importar', input: 'NuevaImportacion' },
    access: 'customers.export',
    audit: 'imports.create',
    body: { schema: NewImportWire, parse: parseNewImport },
    maxBodyBytes,
    result: one(ImportWire),
    errors: {
      PERMISSION_REQUIRED: `a member of staff without \`clientes.exportar\`, or for bookings without ${importPermissions.bookings
        .map((permission) => `\`${permissionWords[permission]}\``)
        .join(', ')}; \`permiso\` names it`,
      VALIDATION_ERROR:
        'among others: `archivo` is no base64, or a column or name that is there twice',
      IMPORT_RUNNING: 'another import has not ended; `error.importacion` names it',
      FILE_TOO_LARGE: 'the body, or the unpacked file',
    },
    idempotent: true,
    simulated: true,
    run: (context, { body, simulated }) => createImport(context, body, { dryRun: simulated }),
    respond: (run, { locale }) => serializeImport(run, locale),
  }),

  operation({
    name: 'importaciones.listar',
    tag,
    summary: 'List imports',
    description: 'The imports of the last day.',
    rest: { method: 'GET', path },
    graphql: { field: 'importaciones' },
    access: 'customers.contact',
    result: pages(ImportWire, { type: 'PaginaImportaciones', order: 'Newest first' }),
    errors: {},
    run: (context, { page }) => listImports(context, offsetAndLimit(page)),
    respond: ({ imports, total }, { locale }, { page }) =>
      pageOf(
        imports.map((run) => serializeImport(run, locale)),
        total,
        page,
      ),
  }),

  operation({
    name: 'importaciones.ver',
    tag,
    summary: 'Get an import',
    description: 'How far it is, and once it has ended how many rows became what.',
    rest: { method: 'GET', path: `${path}:id/` },
    graphql: { field: 'importacion' },
    access: 'customers.contact',
    ids: { id },
    result: one(ImportWire),
    errors: unknownImport,
    run: (context, { ids }) => findImport(context, ids.id),
    respond: (run, { locale }) => serializeImport(run, locale),
  }),

  operation({
    name: 'importaciones.cancelar',
    tag,
    summary: 'Cancel an import',
    description:
      'Ends an import that waits or runs. Rows that were imported by then stay, and ' +
      'the report names them. An import that has ended stays as it is.',
    rest: { method: 'DELETE', path: `${path}:id/` },
    graphql: { field: 'cancelar_importacion' },
    access: 'customers.export',
    audit: 'imports.cancel',
    ids: { id },
    result: one(ImportWire),
    errors: unknownImport,
    run: (context, { ids }) => cancelImport(context, ids.id),
    respond: (run, { locale }) => serializeImport(run, locale),
  }),

  operation({
    name: 'importaciones.filas',
    tag,
    summary: 'List the rows of an import',
    description:
      'What became of each row, or would become of it; none before the import has ended.',
    rest: { method: 'GET', path: `${path}:id/filas/` },
    graphql: { field: 'filas_importadas' },
    access: 'customers.contact',
    ids: { id },
    query: { params: importRowParams, parse: (params) => parseBoolean(params, 'avisos') ?? false },
    result: pages(ImportRowWire, { type: 'PaginaFilasImportadas', order: 'As in the file' }),
    errors: unknownImport,
    weight: 'list',
    run: (context, { ids, query, page }) =>
      listImportRows(context, ids.id, { onlyAttention: query, ...offsetAndLimit(page) }),
    respond: ({ rows, total }, { locale }, { page }) =>
      pageOf(
        rows.map((row) => serializeImportRow(row, locale)),
        total,
        page,
      ),
  }),

  operation({
    name: 'importaciones.informe',
    tag,
    summary: 'Get the report of an import',
    description:
      'All rows as CSV, in the language of the request. A cell that a spreadsheet would run as a formula ' +
      'has an apostrophe in front.',
    rest: { method: 'GET', path: `${path}:id/informe/` },
    graphql: { field: 'informe_importacion' },
    access: 'customers.contact',
    ids: { id },
    result: one(ImportReportWire),
    errors: unknownImport,
    weight: 'list',
    run: (context, { ids }) => readImportReport(context, ids.id, context.locale.message),
    respond: (csv) => ({ csv }),
  }),
]
