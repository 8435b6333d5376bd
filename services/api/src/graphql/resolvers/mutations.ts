import {
  type BusinessTransition,
  businessOnly,
  cancelBooking,
  createBooking,
  createOrder,
  emailKey,
  eraseCustomer,
  logIn,
  logOut,
  register,
  renewSession,
  resendCode,
  reviewBooking,
  signedInCustomer,
  today,
  transitionBooking,
  updateProfile,
  verifyCode,
} from '@silla/core'
import { validBody } from '../../plugins/body.ts'
import { serializeBooking, serializeBookingDetail } from '../../wire/booking.ts'
import { serializeCancellation } from '../../wire/cancellation.ts'
import { NewBookingWire, parseNewBooking } from '../../wire/new-booking.ts'
import { NewCancellationWire, parseNewCancellation } from '../../wire/new-cancellation.ts'
import { NewOrderWire, parseNewOrder } from '../../wire/new-order.ts'
import { NewReviewWire, parseNewReview } from '../../wire/new-review.ts'
import { NewTransitionWire, parseNewTransition } from '../../wire/new-transition.ts'
import { serializeOrder } from '../../wire/order.ts'
import { serializeReview } from '../../wire/professional.ts'
import {
  ProfileChangeWire,
  parseProfileChange,
  serializeErased,
  serializeProfile,
} from '../../wire/profile.ts'
import {
  CodeWire,
  LogInWire,
  LogOutWire,
  parseLogIn,
  parseRegistration,
  RefreshWire,
  RegistrationWire,
  ResendWire,
  serializeChallenge,
  serializeSignedIn,
} from '../../wire/sign-in.ts'
import type { GraphqlContext } from '../context.ts'
import { bodyOf, bookingIdOf, runMutation } from '../mutation-helpers.ts'
import type { Args, Resolvers } from '../resolvers.ts'

/**
 * What can be done: each reads, runs and shows what its REST twin does, under the twin's name where
 * a key makes it happen once.
 */
export const mutationResolvers: Resolvers = {
  Mutation: {
    async crear_reserva(_, args, requested) {
      const body = bodyOf(requested, NewBookingWire, args)
      const input = parseNewBooking(body, {
        country: requested.catalog.business.address.country,
        language: requested.wording.message,
        signedIn: requested.caller.identity.kind === 'customer',
      })
      const query = { ...input, askedFrom: requested.request.askedFrom() }
      const view = await runMutation(requested, '/reservas/crear', body, (context) =>
        createBooking(context, query),
      )
      return serializeBooking(view, requested.wording)
    },
    async cancelar_reserva(_, { id, ...sent }, asked) {
      const bookingId = bookingIdOf(id)
      const body = validBody(asked.request, NewCancellationWire, sent)
      const params = { bookingId, ...parseNewCancellation(body) }
      return serializeCancellation(
        await runMutation(asked, `/reservas/${bookingId}/cancelar`, body, (requestContext) =>
          cancelBooking(requestContext, params),
        ),
      )
    },
    confirmar_reserva: (_, args, asked) => moved(asked, args, 'confirm', 'confirmar'),
    completar_reserva: (_, args, asked) => moved(asked, args, 'complete', 'completar'),
    marcar_no_show: (_, args, asked) => moved(asked, args, 'no_show', 'no-show'),
    async crear_resena(_, args, asked) {
      const bookingId = bookingIdOf(args.id)
      const body = bodyOf(asked, NewReviewWire, args)
      const ask = { bookingId, ...parseNewReview(body) }
      return serializeReview(
        await runMutation(asked, `/reservas/${bookingId}/resena`, body, (caller) =>
          reviewBooking(caller, ask),
        ),
      )
    },
    async crear_pedido(_, args, asked) {
      const body = bodyOf(asked, NewOrderWire, args)
      const ask = parseNewOrder(body)
      const order = await runMutation(asked, '/pedidos', body, (caller) => createOrder(caller, ask))
      return serializeOrder(order, asked.catalog, asked.wording)
    },
    async registro(_, args, asked) {
      const { country } = asked.catalog.business.address
      const ask = parseRegistration(bodyOf(asked, RegistrationWire, args), {
        country,
        language: asked.wording.message,
      })
      await asked.reply.limitAccount('auth', emailKey(ask.email))
      return serializeChallenge(await register(asked.caller, asked.options.credentials, ask))
    },
    async login(_, args, asked) {
      const ask = { ...parseLogIn(bodyOf(asked, LogInWire, args)), language: asked.wording.message }
      await asked.reply.limitAccount('auth', emailKey(ask.email))
      return serializeChallenge(await logIn(asked.caller, asked.options.credentials, ask))
    },
    async verificar_otp(_, args, { caller, options, ...asked }) {
      const { otp_id: challengeId, codigo } = bodyOf(asked, CodeWire, args)
      return serializeSignedIn(
        await verifyCode(caller, options.credentials, { challengeId, code: codigo.trim() }),
      )
    },
    async reenviar_otp(_, args, { caller, options, ...asked }) {
      const { otp_id: challengeId } = bodyOf(asked, ResendWire, args)
      return serializeChallenge(await resendCode(caller, options.credentials, { challengeId }))
    },
    async renovar_sesion(_, args, { caller, options, ...asked }) {
      const { refresh_token: refreshToken } = bodyOf(asked, RefreshWire, args)
      return serializeSignedIn(await renewSession(caller, options.credentials, { refreshToken }))
    },
    async cerrar_sesion(_, args, { caller, ...asked }) {
      const { refresh_token } = bodyOf(asked, LogOutWire, args)
      await logOut(caller, { refreshToken: refresh_token ?? null })
      return { sesion_cerrada: true }
    },
    async actualizar_perfil(_, args, asked) {
      const { customerId } = signedInCustomer(asked.caller)
      const ask = parseProfileChange(bodyOf(asked, ProfileChangeWire, args), {
        country: asked.catalog.business.address.country,
        today: today(asked.catalog, asked.caller.clock),
      })
      if (ask.password !== null) await asked.reply.limitAccount('auth', `customer ${customerId}`)
      return serializeProfile(await updateProfile(asked.caller, asked.options.credentials, ask))
    },
    borrar_perfil: async (_, _args, { caller }) => serializeErased(await eraseCustomer(caller)),
  },
}

async function moved(
  asked: GraphqlContext,
  { id, ...sent }: Args,
  move: BusinessTransition,
  step: string,
) {
  businessOnly(asked.caller)
  const bookingId = bookingIdOf(id)
  const body = validBody(asked.request, NewTransitionWire, sent)
  const ask = { bookingId, move, ...parseNewTransition(body) }
  const view = await runMutation(asked, `/reservas/${bookingId}/${step}`, body, (caller) =>
    transitionBooking(caller, ask),
  )
  return serializeBookingDetail(view, asked.wording)
}
