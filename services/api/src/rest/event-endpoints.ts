import {
  businessOnly,
  createEndpoint,
  deleteEndpoint,
  findEndpoint,
  listDeliveries,
  listEndpoints,
  redeliver,
  rotateEndpointSecret,
  testEndpoint,
  updateEndpoint,
} from '@silla/core'
import { fail } from '@silla/errors'
import {
  CreatedEndpointWire,
  DeletedEndpointWire,
  DeliveryWire,
  deliveryFilterParams,
  deliveryPathSchema,
  EmptyWire,
  EndpointChangeWire,
  EndpointWire,
  idPathSchema,
  listQuerySchema,
  NewEndpointWire,
  offsetAndLimit,
  type Params,
  pageSchema,
  parseDeliveryState,
  parseEndpointChange,
  parseNewEndpoint,
  parsePageOrFirst,
  parseRecordId,
  querySchema,
  RotatedSecretWire,
  ref,
  serializeCreatedEndpoint,
  serializeDeletedEndpoint,
  serializeDelivery,
  serializeEndpoint,
  serializePagination,
  serializeRotatedSecret,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { requestWeights } from '../plugins/request-slots.ts'
import { createdResponse, okResponse } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'

const tags = ['Webhooks']
const path = '/webhooks/endpoints/'

/**
 * Where the events of the business are delivered (D42). An `Idempotency-Key` is ignored here: a
 * stored response would contain the secret.
 */
export function eventEndpointRoutes(app: FastifyInstance, { endpoints: parts }: RestOptions): void {
  app.post<{ Body: Static<typeof NewEndpointWire> }>(
    path,
    {
      config: { limit: 'create', weight: requestWeights.none },
      schema: {
        tags,
        summary: 'Create an endpoint',
        description:
          'Events that happen from now on are delivered to it. The response is the only one with ' +
          'the secret. At most ten. Needs the secret key. Errors: INSUFFICIENT_SCOPE, ' +
          'INVALID_URL with the reason in `error.detalles`, ENDPOINT_LIMIT_REACHED, ' +
          'ENDPOINTS_NOT_CONFIGURED.',
        querystring: querySchema(),
        body: NewEndpointWire,
        response: createdResponse(ref(CreatedEndpointWire)),
      },
    },
    async (request, reply) => {
      businessOnly(request.context)
      const input = parseNewEndpoint(request.body)
      const created = await createEndpoint(request.context, parts, input)
      return reply.code(201).send(serializeCreatedEndpoint(created))
    },
  )

  app.get<{ Querystring: Params }>(
    path,
    {
      schema: {
        tags,
        summary: 'List endpoints',
        description:
          'In the order in which they were created. Needs the secret key. Errors: INSUFFICIENT_SCOPE.',
        querystring: listQuerySchema(),
        response: okResponse(pageSchema(ref(EndpointWire), 'Oldest first')),
      },
    },
    async (request) => {
      businessOnly(request.context)
      const page = parsePageOrFirst(request.query)
      const { offset, limit } = offsetAndLimit(page)
      const all = await listEndpoints(request.context)
      return {
        items: all.slice(offset, offset + limit).map(serializeEndpoint),
        pagination: serializePagination(all.length, page),
      }
    },
  )

  app.get<{ Params: EndpointPath }>(
    `${path}:id/`,
    {
      schema: {
        tags,
        summary: 'Get an endpoint',
        description: 'Needs the secret key. Errors: INSUFFICIENT_SCOPE, ENDPOINT_NOT_FOUND.',
        params: idPathSchema('The endpoint'),
        querystring: querySchema(),
        response: okResponse(ref(EndpointWire)),
      },
    },
    async (request) => {
      businessOnly(request.context)
      return serializeEndpoint(await findEndpoint(request.context, endpointIdOf(request.params)))
    },
  )

  app.put<{ Params: EndpointPath; Body: Static<typeof EndpointChangeWire> }>(
    `${path}:id/`,
    {
      config: { weight: requestWeights.none },
      schema: {
        tags,
        summary: 'Change an endpoint',
        description:
          'Absent fields stay unchanged. Switched off, its pending deliveries become `fallida`; ' +
          'switched on again it gets events that happen from then on. Needs the secret key. ' +
          'Errors: INSUFFICIENT_SCOPE, ENDPOINT_NOT_FOUND, INVALID_URL with the reason in ' +
          '`error.detalles`.',
        params: idPathSchema('The endpoint'),
        querystring: querySchema(),
        body: EndpointChangeWire,
        response: okResponse(ref(EndpointWire)),
      },
    },
    async (request) => {
      businessOnly(request.context)
      const id = endpointIdOf(request.params)
      const change = parseEndpointChange(request.body)
      return serializeEndpoint(await updateEndpoint(request.context, parts, { id, change }))
    },
  )

  app.delete<{ Params: EndpointPath }>(
    `${path}:id/`,
    {
      schema: {
        tags,
        summary: 'Delete an endpoint',
        description:
          'With the log of its deliveries; nothing more is sent to it. Needs the secret key. ' +
          'Errors: INSUFFICIENT_SCOPE, ENDPOINT_NOT_FOUND.',
        params: idPathSchema('The endpoint'),
        querystring: querySchema(),
        response: okResponse(ref(DeletedEndpointWire)),
      },
    },
    async (request) => {
      businessOnly(request.context)
      const id = endpointIdOf(request.params)
      return serializeDeletedEndpoint(await deleteEndpoint(request.context, id))
    },
  )

  app.post<{ Params: EndpointPath }>(
    `${path}:id/rotar/`,
    {
      schema: {
        tags,
        summary: 'Rotate the secret of an endpoint',
        description:
          'Creates a new secret, which only this response contains. For 24 hours messages are ' +
          'signed with the previous one as well. Needs the secret key. Errors: ' +
          'INSUFFICIENT_SCOPE, ENDPOINT_NOT_FOUND, ENDPOINTS_NOT_CONFIGURED.',
        params: idPathSchema('The endpoint'),
        querystring: querySchema(),
        body: EmptyWire,
        response: okResponse(ref(RotatedSecretWire)),
      },
    },
    async (request) => {
      businessOnly(request.context)
      const id = endpointIdOf(request.params)
      return serializeRotatedSecret(await rotateEndpointSecret(request.context, parts, id))
    },
  )

  app.post<{ Params: EndpointPath }>(
    `${path}:id/probar/`,
    {
      config: { limit: 'create' },
      schema: {
        tags,
        summary: 'Test an endpoint',
        description:
          'Sends an event of the type `webhook.prueba` at once; it is attempted once. Whether it ' +
          'arrived is in the list of deliveries. Needs the secret key. Errors: ' +
          'INSUFFICIENT_SCOPE, ENDPOINT_NOT_FOUND, ENDPOINT_DISABLED.',
        params: idPathSchema('The endpoint'),
        querystring: querySchema(),
        body: EmptyWire,
        response: createdResponse(ref(DeliveryWire)),
      },
    },
    async (request, reply) => {
      businessOnly(request.context)
      const id = endpointIdOf(request.params)
      const delivery = await testEndpoint(request.context, id)
      return reply.code(201).send(serializeDelivery(delivery, request.context.tenant.businessId))
    },
  )

  app.get<{ Params: EndpointPath; Querystring: Params }>(
    `${path}:id/entregas/`,
    {
      config: { weight: requestWeights.list },
      schema: {
        tags,
        summary: 'List the deliveries of an endpoint',
        description:
          'The log of the last 30 days, latest first, in pages. Needs the secret key. Errors: ' +
          'INSUFFICIENT_SCOPE, ENDPOINT_NOT_FOUND.',
        params: idPathSchema('The endpoint'),
        querystring: listQuerySchema(deliveryFilterParams),
        response: okResponse(pageSchema(ref(DeliveryWire), 'Latest first')),
      },
    },
    async (request) => {
      businessOnly(request.context)
      const endpointId = endpointIdOf(request.params)
      const page = parsePageOrFirst(request.query)
      const filter = { endpointId, state: parseDeliveryState(request.query) }
      const { deliveries, total } = await listDeliveries(request.context, {
        ...filter,
        ...offsetAndLimit(page),
      })
      const { businessId } = request.context.tenant
      return {
        items: deliveries.map((delivery) => serializeDelivery(delivery, businessId)),
        pagination: serializePagination(total, page),
      }
    },
  )

  app.post<{ Params: EndpointPath & { entrega: string } }>(
    `${path}:id/entregas/:entrega/reenviar/`,
    {
      schema: {
        tags,
        summary: 'Send a delivery again',
        description:
          'At once, also one that was delivered. Needs the secret key. Errors: ' +
          'INSUFFICIENT_SCOPE, ENDPOINT_NOT_FOUND, ENDPOINT_DISABLED, DELIVERY_NOT_FOUND.',
        params: deliveryPathSchema,
        querystring: querySchema(),
        body: EmptyWire,
        response: okResponse(ref(DeliveryWire)),
      },
    },
    async (request) => {
      businessOnly(request.context)
      const endpointId = endpointIdOf(request.params)
      const deliveryId = parseRecordId(request.params.entrega) ?? fail('DELIVERY_NOT_FOUND')
      const delivery = await redeliver(request.context, { endpointId, deliveryId })
      return serializeDelivery(delivery, request.context.tenant.businessId)
    },
  )
}

type EndpointPath = { id: string }

const endpointIdOf = ({ id }: EndpointPath): number =>
  parseRecordId(id) ?? fail('ENDPOINT_NOT_FOUND')
