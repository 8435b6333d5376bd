import { createBlock, deleteBlock, listBlocks } from '@silla/core'
import {
  BlockWire,
  blockFilterParams,
  DeletedBlockWire,
  NewBlockWire,
  offsetAndLimit,
  parseBlockFilter,
  parseNewBlock,
  serializeBlock,
  serializeDeletedBlock,
} from '@silla/wire'
import { operation } from './operation.ts'
import { one, pageOf, pages } from './results.ts'

const tag = 'Blocks'

/** Time that the business takes out of the diary (D41). */
export const blockOperations = [
  operation({
    name: 'bloqueos.crear',
    tag,
    summary: 'Block time of a professional or a resource',
    description:
      'Takes time of a professional, or of one or all units of a resource, out of the diary: all ' +
      'of it or nothing.',
    rest: { method: 'POST', path: '/bloqueos/', status: 201 },
    graphql: { field: 'crear_bloqueo', input: 'NuevoBloqueo' },
    access: 'bookings.manage',
    audit: 'blocks.create',
    body: { schema: NewBlockWire, parse: parseNewBlock },
    result: one(BlockWire),
    errors: {
      VALIDATION_ERROR:
        'among others: neither or both of `peluquero_id` and `recurso`, `unidad` without `recurso`, an empty `motivo`',
      INVALID_DATE: 'a day that does not exist, or another format',
      INVALID_TIME: 'not HH:MM, or a time that the clocks skip on that day',
      INVALID_RANGE: '`hasta` is not after `desde`, or more than 31 days after it',
      DATE_IN_PAST: '`hasta` has passed',
      PROFESSIONAL_NOT_FOUND: 'unknown or inactive',
      RESOURCE_NOT_FOUND: 'the salon has no such resource, or not that many units',
      SLOT_NOT_AVAILABLE:
        'something is in the way, and the error names it: a booking in `reserva` (`id`, `codigo`), another block in `bloqueo` (`id`); `libre_desde` is when the time that a customer is holding will be free',
    },
    idempotent: true,
    run: (context, { body }) => createBlock(context, body),
    respond: (block, { catalog, locale }) =>
      serializeBlock(block, catalog.settings.timezone, locale),
  }),

  operation({
    name: 'bloqueos.listar',
    tag,
    summary: 'List blocks',
    description:
      'The blocks that overlap the days, by start, in pages; by default those from today on.',
    rest: { method: 'GET', path: '/bloqueos/' },
    graphql: { field: 'bloqueos' },
    access: 'agenda.own',
    query: { params: blockFilterParams, parse: parseBlockFilter },
    result: pages(BlockWire, { type: 'PaginaBloqueos', order: 'By start' }),
    errors: {
      INVALID_DATE: '`desde` or `hasta` is not a day',
      INVALID_RANGE: '`hasta` is before `desde`',
    },
    weight: 'list',
    run: (context, { page, query }) => listBlocks(context, { ...query, ...offsetAndLimit(page) }),
    respond: ({ blocks, total }, { catalog, locale }, { page }) =>
      pageOf(
        blocks.map((block) => serializeBlock(block, catalog.settings.timezone, locale)),
        total,
        page,
      ),
  }),

  operation({
    name: 'bloqueos.borrar',
    tag,
    summary: 'Delete a block',
    description: 'Its time can be booked again at once.',
    rest: { method: 'DELETE', path: '/bloqueos/:id/' },
    graphql: { field: 'borrar_bloqueo' },
    access: 'bookings.manage',
    audit: 'blocks.delete',
    ids: { id: { description: 'The block', notFound: 'BLOCK_NOT_FOUND' } },
    result: one(DeletedBlockWire),
    errors: { BLOCK_NOT_FOUND: 'no such block, also when it was deleted before' },
    idempotent: true,
    run: (context, { ids }) => deleteBlock(context, ids.id),
    respond: serializeDeletedBlock,
  }),
]
