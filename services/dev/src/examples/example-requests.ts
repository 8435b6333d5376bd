import type { DemoExamples } from '@silla/api'
import { cardOf } from './cards.ts'
import type { FreeTime } from './free-times.ts'
import { exampleImport } from './imports.ts'
import type { ExamplePeople } from './people.ts'
import type { Scene } from './scene.ts'
import { closedDay, type ExampleSettings } from './settings.ts'
import { newCustomer } from './sign-up.ts'
import { intentOf } from './visits.ts'

/**
 * The requests of the reference, by operation, as far as those of the document cannot succeed at the
 * demo. Without a fake Stripe nothing can be paid beforehand: the requests about a paid booking, and
 * about cards, stay as in the document.
 */
export function exampleRequests(scene: Scene): DemoExamples['requests'] {
  const { free, endpoint } = scene
  const id = (made: { id: number }) => ({ path: { id: made.id } })
  const professional = { path: { id: free.professionalId } }
  const [booked, held, moved, awaited, blocked] = [
    free.next(),
    free.next(),
    free.next(),
    free.next(),
    free.next(),
  ] as const
  const what = { servicio_ids: [free.serviceId], peluquero_id: free.professionalId }
  const withCode = (made: { id: number; codigo: string }, body: object = {}) => ({
    ...id(made),
    body: { codigo: made.codigo, ...body },
  })

  return {
    getServiciosById: { path: { id: free.serviceId } },
    getPeluquerosById: professional,
    getPeluquerosByIdHorario: professional,
    getPeluquerosByIdResenas: professional,
    getPeluquerosByIdAusencia: professional,
    postPeluquerosByIdAusencia: {
      ...professional,
      body: {
        fecha: scene.ofAbsent.fecha,
        visitas: [
          { reserva_id: scene.ofAbsent.id, version: 1, accion: 'cancelar', motivo: 'Enfermedad' },
        ],
      },
    },
    getDisponibilidadByPeluqueroIdByFecha: {
      path: { peluquero_id: free.professionalId, fecha: booked.fecha },
      query: { servicio_id: free.serviceId },
    },

    postReservasCrear: {
      body: {
        ...{ ...what, ...startOf(booked), nombre: 'Lucía Prado', email: scene.newEmail },
        ...{ telefono: '612345678', notas: 'Sin prisa' },
      },
    },
    getReservasById: id(scene.own),
    getReservasCodigoByCodigo: { path: { codigo: scene.own.codigo } },
    getReservasByIdCancelacion: id(scene.own),
    getReservasByIdMensajes: id(scene.own),
    putReservasByIdMensajes: withCode(scene.own, { canales: [] }),
    postReservasByIdCancelar: withCode(scene.cancelled),
    postReservasByIdReprogramar: withCode(scene.moved, startOf(moved)),
    postReservasByIdConfirmar: { ...id(scene.pending), secretKey: scene.pending.secretKey },
    postReservasByIdCompletar: id(scene.begun),
    postReservasByIdNoShow: id(scene.missed),
    putReservasByIdLineas: {
      ...id(scene.changed),
      body: {
        lineas: [{ servicio_id: free.serviceId, precio: 99, motivo: 'Pelo largo' }],
        version: 1,
      },
    },
    postReservasByIdLlegada: id(scene.arrived),
    deleteReservasByIdLlegada: id(scene.notArrived),
    postReservasByIdResena: id(scene.reviewed),
    ...(scene.refunded && { postReservasByIdReembolsar: id(scene.refunded) }),

    postRetenciones: { body: { ...what, ...startOf(held) } },
    postRetencionesByIdProlongar: {
      ...id(scene.prolonged),
      body: { token: scene.prolonged.token },
    },
    deleteRetencionesById: {
      ...id(scene.released),
      header: { 'x-retencion-token': scene.released.token },
    },

    postListaEspera: {
      body: {
        ...{ servicio_ids: [free.serviceId], desde: awaited.fecha, hasta: awaited.fecha },
        ...{ nombre: 'Eva Ruiz', email: scene.newEmail },
      },
    },
    getListaEsperaById: id(scene.entry),
    deleteListaEsperaById: id(scene.left),
    postListaEsperaByIdAceptar: withCode(scene.accepted),
    postListaEsperaByIdRechazar: withCode(scene.declined),

    postBloqueos: {
      body: {
        peluquero_id: free.professionalId,
        desde: `${blocked.fecha}T${blocked.hora_inicio}`,
        hasta: `${blocked.fecha}T${blocked.hora_fin}`,
        motivo: 'Curso',
      },
    },
    deleteBloqueosById: id(scene.block),
    postImportaciones: { body: exampleImport },
    getImportacionesById: id(scene.import),
    deleteImportacionesById: id(scene.import),
    getImportacionesByIdFilas: id(scene.import),
    getImportacionesByIdInforme: id(scene.import),
    getEventos: { query: {} },
    postCalendarios: { body: { peluquero_id: free.professionalId } },
    deleteCalendariosById: id(scene.calendar),
    postWebhooksEndpoints: { body: { url: scene.eventsUrl, descripcion: 'Caja' } },
    getWebhooksEndpointsById: id(endpoint),
    putWebhooksEndpointsById: id(endpoint),
    deleteWebhooksEndpointsById: id(scene.deletedEndpoint),
    postWebhooksEndpointsByIdRotar: id(endpoint),
    postWebhooksEndpointsByIdProbar: id(endpoint),
    getWebhooksEndpointsByIdEntregas: id(endpoint),
    postWebhooksEndpointsByIdEntregasByEntregaReenviar: {
      path: { id: endpoint.id, entrega: endpoint.delivery.id },
    },

    postPagosIntent: { body: intentOf(scene.unpaid) },
    ...(scene.paid && {
      postPagosConfirmar: {
        body: { payment_intent_id: scene.paid.intent, codigo: scene.paid.codigo },
      },
    }),

    ...cardRequests(scene.withCard),

    postAuthRegistro: { body: newCustomer(scene.newEmail) },
    postAuthLogin: { body: { email: scene.customer.email } },
    postAuthVerifyOtp: { body: scene.verified },
    postAuthReenviarOtp: { body: { otp_id: scene.resent.otp_id } },
    postAuthRefresh: { body: { refresh_token: scene.renewed.refreshToken } },
    postAuthLogout: { body: { refresh_token: scene.loggedOut.refreshToken } },

    postPedidos: {
      body: { items: [{ producto_id: scene.productId, cantidad: 1 }], notas: 'Envuelto' },
    },
    getPedidosById: id(scene.order),
    postVentas: {
      body: {
        items: [{ producto_id: scene.productId, cantidad: 1 }],
        cliente_id: scene.own.cliente.id,
      },
    },
    postCobros: {
      body: { reserva_id: scene.charged.id, metodo: 'efectivo', monto: 5, propina: 1 },
    },
    getCobros: { query: {} },
    postCobrosByIdAnular: { ...id(scene.takenEntry), body: { motivo: 'Pagó con tarjeta' } },

    ...customerRequests(scene),
    ...settingsRequests(scene.settings, free.professionalId),
    ...peopleRequests(scene.people),
    postSoporteByIdAprobar: id(scene.support.approved),
    postSoporteByIdRechazar: id(scene.support.refused),
    postSoporteByIdTerminar: id(scene.support.ended),
  }
}

/** Cards on file, and fees (D50, D51). */
function cardRequests(withCard: Scene['withCard']): DemoExamples['requests'] {
  if (!withCard) return {}
  const { waiting, saved, missed, charged } = withCard
  return {
    getReservasByIdCondiciones: {
      path: { id: waiting.id },
      header: { 'x-reserva-codigo': waiting.codigo },
    },
    postPagosTarjeta: { body: cardOf(waiting) },
    postPagosTarjetaConfirmar: { body: { setup_intent_id: saved.setup, codigo: saved.codigo } },
    postReservasByIdCargo: { path: { id: missed.id } },
    postReservasByIdCargoPerdonar: { path: { id: charged.id } },
  }
}

/** The salon's view of its customers. */
function customerRequests({ card, newEmail }: Scene): DemoExamples['requests'] {
  const customer = { path: { id: card.id } }
  return {
    getClientesById: customer,
    postClientes: { body: { nombre: 'Rosa Gil', email: `3.${newEmail}` } },
    putClientesById: customer,
    postClientesByIdNotas: customer,
    putClientesByIdNotasByNota: { path: { id: card.id, nota: card.changedNote.id } },
    deleteClientesByIdNotasByNota: { path: { id: card.id, nota: card.deletedNote.id } },
    postClientesByIdBloquear: { path: { id: card.other.id } },
    postClientesByIdDesbloquear: { path: { id: card.other.id } },
    postClientesByIdPuntos: customer,
    postClientesByIdFusionar: {
      ...customer,
      header: { 'x-simular': 'true' },
      body: { con: card.other.id },
    },
    getClientesByIdAlergias: customer,
    postClientesByIdConsentimientos: customer,
  }
}

/** The people who work with Silla in the salon (D66). */
function peopleRequests(people: ExamplePeople): DemoExamples['requests'] {
  const receptionist = { path: { id: people.receptionist.id } }
  return {
    getPersonalById: receptionist,
    postPersonal: { body: { nombre: 'Pilar Gil', email: people.newEmail, rol: 'recepcion' } },
    putPersonalById: {
      path: { id: people.changed.id },
      body: { rol: 'recepcion', permisos_extra: ['caja.descuento'] },
    },
    deletePersonalById: { path: { id: people.deactivated.id } },
    postPersonalByIdInvitacion: { path: { id: people.waiting.id } },
    getPersonalByIdSesiones: receptionist,
    deletePersonalByIdSesionesBySesion: {
      path: { id: people.receptionist.id, sesion: people.receptionist.sessionId },
    },
    deletePersonalByIdSesiones: { path: { id: people.manager.id } },
  }
}

/** Settings of the salon (D67). */
function settingsRequests(
  { ids, serviceCategoryId, productCategoryId, shifts, offers }: ExampleSettings,
  professionalId: number,
): DemoExamples['requests'] {
  const professional = { path: { id: professionalId } }
  const opened = { path: { id: professionalId, fecha: closedDay } }
  const byId = (name: string, id: number): DemoExamples['requests'] =>
    Object.fromEntries(
      ['get', 'put', 'delete'].map((method) => [`${method}Ajustes${name}ById`, { path: { id } }]),
    )
  return {
    deleteAjustesFestivosByFecha: { path: { fecha: closedDay } },
    getAjustesProfesionalesByIdTurnos: professional,
    putAjustesProfesionalesByIdTurnos: { ...professional, body: shifts },
    getAjustesProfesionalesByIdExcepciones: professional,
    postAjustesProfesionalesByIdExcepciones: professional,
    deleteAjustesProfesionalesByIdExcepcionesByFecha: opened,
    getAjustesProfesionalesByIdServicios: professional,
    putAjustesProfesionalesByIdServicios: { ...professional, body: offers },

    ...byId('Categorias', ids.categorias),
    ...byId('Recursos', ids.recursos),
    ...byId('Servicios', ids.servicios),
    ...byId('Profesionales', ids.profesionales),
    ...byId('Productos', ids.productos),
    ...byId('Paquetes', ids.paquetes),
    postAjustesServicios: {
      body: {
        ...{ nombre: { es: 'Peinado' }, categoria_id: serviceCategoryId, duracion_minutos: 30 },
        precio: 20,
      },
    },
    postAjustesProductos: {
      body: { nombre: { es: 'Cera' }, categoria_id: productCategoryId, precio: 9 },
    },
  }
}

/** The queries of docs/graphql.md. */
export function exampleQueries({ free, newEmail }: Scene): DemoExamples['queries'] {
  const { professionalId, serviceId } = free
  const time = free.next()
  return {
    Pantalla: { as: 'guest', variables: { hasta: time.fecha } },
    Dia: {
      as: 'guest',
      variables: { peluquero: professionalId, fecha: time.fecha, servicios: [serviceId] },
    },
    Reservar: {
      as: 'guest',
      variables: {
        visita: {
          ...{ servicio_ids: [serviceId], peluquero_id: professionalId, ...startOf(time) },
          ...{ nombre: 'Lucía Prado', email: `2.${newEmail}` },
        },
      },
    },
    MiCuenta: { as: 'customer', variables: { page: 1 } },
    Agenda: { as: 'owner', variables: { dia: time.fecha } },
  }
}

const startOf = ({ fecha, hora_inicio }: FreeTime) => ({ fecha, hora_inicio })
