import type { TSchema } from 'typebox'
import { NewBlockWire } from '../wire/block.ts'
import { components } from '../wire/components.ts'
import { NewHoldWire } from '../wire/hold.ts'
import { NewBookingWire } from '../wire/new-booking.ts'
import { NewOrderWire } from '../wire/new-order.ts'
import { NewReviewWire } from '../wire/new-review.ts'
import { NewConfirmationWire, NewIntentWire } from '../wire/payment.ts'
import { ProfileChangeWire } from '../wire/profile.ts'
import { NewTimeWire } from '../wire/reschedule.ts'
import {
  CodeWire,
  LogInWire,
  LogOutWire,
  RefreshWire,
  RegistrationWire,
  ResendWire,
} from '../wire/sign-in.ts'
import { NewWaitlistEntryWire } from '../wire/waitlist.ts'
import { argumentTypes, fields, pageTypes } from './fields.ts'
import { mutations } from './mutations.ts'
import { scalarTypes } from './scalars.ts'
import { typesFromWire } from './types-from-wire.ts'

/** The GraphQL schema: types generated from the wire's schemas, root fields and mutations. */
export const schemaText = [
  scalarTypes,
  fields,
  mutations,
  pageTypes,
  argumentTypes,
  typesFromWire(components.filter(isResponseType), 'type'),
  typesFromWire(
    Object.entries({
      NuevaReserva: NewBookingWire,
      NuevaRetencion: NewHoldWire,
      NuevaHora: NewTimeWire,
      NuevaEspera: NewWaitlistEntryWire,
      NuevoBloqueo: NewBlockWire,
      NuevoPedido: NewOrderWire,
      NuevaResena: NewReviewWire,
      NuevoIntent: NewIntentWire,
      ConfirmacionIntent: NewConfirmationWire,
      CambioPerfil: ProfileChangeWire,
      Registro: RegistrationWire,
      Acceso: LogInWire,
      CodigoOtp: CodeWire,
      ReenvioOtp: ResendWire,
      RenovacionSesion: RefreshWire,
      CierreSesion: LogOutWire,
    }).map(([name, schema]) => ({ ...schema, $id: name })),
    'input',
  ),
].join('\n\n')

/** The failure envelope is not a type: GraphQL has its own `errors`. */
function isResponseType(component: TSchema & { $id?: string }): boolean {
  return component.$id !== 'Fallo'
}
