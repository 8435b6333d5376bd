import { customerPoints } from '@silla/core'
import {
  MovementWire,
  offsetAndLimit,
  PackagesWire,
  PointsWire,
  serializeMovement,
  serializePackages,
  serializePoints,
} from '@silla/wire'
import { operation } from './operation.ts'
import { list, pageOf, pages, unnamed } from './results.ts'

const tag = 'Points'
const latest = { offset: 0, limit: 20 }

/** Loyalty points of a customer, and packages of points for sale. */
export const pointsOperations = [
  operation({
    name: 'puntos.ver',
    tag,
    summary: "Get the customer's points",
    description: 'The balance and the latest movements.',
    rest: { method: 'GET', path: '/cliente/puntos/' },
    // `puntos_saldo` and `movimientos` of the customer
    graphql: null,
    access: 'customer',
    result: unnamed(PointsWire),
    errors: {},
    run: (context) => customerPoints(context, latest),
    respond: (points, { catalog, locale }) => serializePoints(points, catalog, locale),
  }),

  operation({
    name: 'puntos.movimientos',
    tag,
    summary: "List the customer's points movements",
    description: 'All movements, newest first, in pages.',
    rest: { method: 'GET', path: '/cliente/puntos/movimientos/' },
    // `movimientos` of the customer
    graphql: null,
    access: 'customer',
    result: pages(MovementWire, { type: 'PaginaMovimientos', order: 'Newest first' }),
    errors: {},
    run: (context, { page }) => customerPoints(context, offsetAndLimit(page)),
    respond: ({ movements, total }, { locale }, { page }) =>
      pageOf(
        movements.map((movement) => serializeMovement(movement, locale)),
        total,
        page,
      ),
  }),

  operation({
    name: 'paquetes.listar',
    tag,
    summary: 'List points packages',
    description:
      'Packages of points for sale; an empty list when the business has disabled points.',
    rest: { method: 'GET', path: '/puntos/paquetes/' },
    graphql: { field: 'paquetes_puntos' },
    access: 'anyone',
    result: list(PackagesWire, { items: 'paquetes', type: 'PaginaPaquetes' }),
    errors: {},
    cached: {},
    respond: (_, { catalog, locale }, { page }) => serializePackages(catalog, page, locale),
  }),
]
