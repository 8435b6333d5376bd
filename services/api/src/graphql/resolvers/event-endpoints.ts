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
  EndpointChangeWire,
  NewEndpointWire,
  offsetAndLimit,
  parseDeliveryState,
  parseEndpointChange,
  parseNewEndpoint,
  parsePageOrFirst,
  parseRecordId,
  serializeCreatedEndpoint,
  serializeDeletedEndpoint,
  serializeDelivery,
  serializeEndpoint,
  serializePagination,
  serializeRotatedSecret,
} from '@silla/wire'
import { parseInput } from '../mutation-helpers.ts'
import type { Args, Resolvers } from '../resolver-types.ts'

/** Endpoints of events and their deliveries (D42), for the salon only. */
export const eventEndpointResolvers: Resolvers = {
  Query: {
    async endpoints(_, args, context) {
      businessOnly(context)
      const page = parsePageOrFirst(args)
      const { offset, limit } = offsetAndLimit(page)
      const all = await listEndpoints(context)
      return {
        items: all.slice(offset, offset + limit).map(serializeEndpoint),
        pagination: serializePagination(all.length, page),
      }
    },
    async endpoint(_, args, context) {
      businessOnly(context)
      return serializeEndpoint(await findEndpoint(context, endpointIdOf(args)))
    },
    async entregas(_, args, context) {
      businessOnly(context)
      const page = parsePageOrFirst(args)
      const filter = { endpointId: endpointIdOf(args), state: parseDeliveryState(args) }
      const { deliveries, total } = await listDeliveries(context, {
        ...filter,
        ...offsetAndLimit(page),
      })
      const { businessId } = context.tenant
      return {
        items: deliveries.map((delivery) => serializeDelivery(delivery, businessId)),
        pagination: serializePagination(total, page),
      }
    },
  },
  Mutation: {
    async crear_endpoint(_, args, context) {
      businessOnly(context)
      const input = parseNewEndpoint(parseInput(context, NewEndpointWire, args))
      const { endpoints } = context.options
      return serializeCreatedEndpoint(await createEndpoint(context, endpoints, input))
    },
    async actualizar_endpoint(_, args, context) {
      businessOnly(context)
      const id = endpointIdOf(args)
      const change = parseEndpointChange(parseInput(context, EndpointChangeWire, args))
      const { endpoints } = context.options
      return serializeEndpoint(await updateEndpoint(context, endpoints, { id, change }))
    },
    async borrar_endpoint(_, args, context) {
      businessOnly(context)
      return serializeDeletedEndpoint(await deleteEndpoint(context, endpointIdOf(args)))
    },
    async rotar_secreto(_, args, context) {
      businessOnly(context)
      const { endpoints } = context.options
      const rotated = await rotateEndpointSecret(context, endpoints, endpointIdOf(args))
      return serializeRotatedSecret(rotated)
    },
    async probar_endpoint(_, args, context) {
      businessOnly(context)
      const delivery = await testEndpoint(context, endpointIdOf(args))
      return serializeDelivery(delivery, context.tenant.businessId)
    },
    async reenviar_entrega(_, args, context) {
      businessOnly(context)
      const endpointId = endpointIdOf(args)
      const deliveryId = parseRecordId(args.entrega) ?? fail('DELIVERY_NOT_FOUND')
      const delivery = await redeliver(context, { endpointId, deliveryId })
      return serializeDelivery(delivery, context.tenant.businessId)
    },
  },
}

const endpointIdOf = ({ id }: Args): number => parseRecordId(id) ?? fail('ENDPOINT_NOT_FOUND')
