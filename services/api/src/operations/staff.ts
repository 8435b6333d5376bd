import {
  deactivateStaff,
  endMemberSession,
  endMemberSessions,
  findStaff,
  inviteStaff,
  inviteStaffAgain,
  listMemberSessions,
  listStaff,
  updateStaff,
} from '@silla/core'
import {
  EmptyWire,
  EndedStaffSessionsWire,
  EndedStaffSessionWire,
  NewStaffWire,
  offsetAndLimit,
  parseNewStaff,
  parseStaffChange,
  parseStaffState,
  StaffChangeWire,
  StaffSessionWire,
  StaffWire,
  serializeEndedStaffSession,
  serializeOwnSession,
  serializeStaff,
  staffFilterParams,
} from '@silla/wire'
import { operation } from './operation.ts'
import { one, pageOf, pages } from './results.ts'

const tag = 'Staff'
const path = '/personal/'
const access = 'staff.manage'
const person = { description: 'The person', notFound: 'STAFF_NOT_FOUND' } as const
const session = { description: 'The session', notFound: 'SESSION_NOT_FOUND' } as const

const unknownPerson = { STAFF_NOT_FOUND: 'no such person' } as const
const ofOwner = { OWNER_REQUIRED: 'somebody else than an owner, for an owner' } as const
const permissionErrors = {
  PERMISSION_REQUIRED:
    'a member of staff without `personal.gestionar`, or who gives a permission that they do not have; `permiso` names it',
} as const
const professionalErrors = {
  PROFESSIONAL_NOT_FOUND: 'unknown or inactive',
  PROFESSIONAL_ALREADY_LINKED: "the professional's agenda is that of another person",
} as const
const mailErrors = {
  STAFF_LIMIT_REACHED: 'the salon has 300 people',
  RATE_LIMIT_EXCEEDED:
    'too many requests; or the address got an invitation within the hour, of any salon, or the salon has sent 100 within a day',
} as const

/** The people who work with Silla in the salon (D65, D66), for those who manage them. */
export const staffOperations = [
  operation({
    name: 'personal.listar',
    tag,
    summary: 'List people',
    description: 'By name; those who were deactivated only with `estado=desactivada`.',
    rest: { method: 'GET', path },
    graphql: { field: 'personal' },
    access,
    query: { params: staffFilterParams, parse: parseStaffState },
    result: pages(StaffWire, { type: 'PaginaPersonal', order: 'By name' }),
    errors: { VALIDATION_ERROR: 'among others: an `estado` that does not exist' },
    weight: 'list',
    run: (context, { page, query: state }) =>
      listStaff(context, { state, ...offsetAndLimit(page) }),
    respond: ({ people, total }, _context, { page }) =>
      pageOf(people.map(serializeStaff), total, page),
  }),

  operation({
    name: 'personal.ver',
    tag,
    summary: 'Get a person',
    description: 'Also one who was deactivated.',
    rest: { method: 'GET', path: `${path}:id/` },
    graphql: { field: 'persona' },
    access,
    ids: { id: person },
    result: one(StaffWire),
    errors: unknownPerson,
    run: (context, { ids }) => findStaff(context, ids.id),
    respond: serializeStaff,
  }),

  operation({
    name: 'personal.invitar',
    tag,
    summary: 'Invite a person',
    description:
      'Sends an e-mail with a link, which is valid for 7 days and works once. Inviting again ' +
      'somebody who has not accepted replaces what the invitation said, and its link; inviting ' +
      'somebody who was deactivated brings them back, with the role alone.',
    rest: { method: 'POST', path, status: 201 },
    graphql: { field: 'invitar_persona', input: 'NuevaPersona' },
    access,
    audit: 'staff.invite',
    body: { schema: NewStaffWire, parse: parseNewStaff },
    result: one(StaffWire),
    errors: {
      STAFF_EMAIL_TAKEN: 'somebody with this e-mail works there already',
      OWNER_REQUIRED: 'somebody else than an owner invites an owner',
      ...permissionErrors,
      ...professionalErrors,
      ...mailErrors,
    },
    idempotent: true,
    run: (context, { body }) => inviteStaff(context, body),
    respond: serializeStaff,
  }),

  operation({
    name: 'personal.cambiar',
    tag,
    summary: 'Change a person',
    description:
      'Absent fields stay unchanged; `quitar` ends the link to a professional. Role and permissions ' +
      'hold within a second in the sessions that are open. An owner has every permission, and one ' +
      'owner who has accepted always stays. Nobody gives a permission that they do not have, or ' +
      'raises their own role.',
    rest: { method: 'PUT', path: `${path}:id/` },
    graphql: { field: 'actualizar_persona', input: 'CambioPersona' },
    access,
    audit: 'staff.update',
    ids: { id: person },
    body: { schema: StaffChangeWire, parse: parseStaffChange },
    result: one(StaffWire),
    errors: {
      STAFF_NOT_FOUND: 'no such person, or one who was deactivated',
      OWNER_PERMISSIONS_FIXED: 'permissions of an owner',
      OWNER_REQUIRED:
        'somebody else than an owner changes an owner or makes one, or somebody raises their own role',
      VERSION_CONFLICT: 'the person has another `version`',
      ...permissionErrors,
      LAST_OWNER: 'another role for the only owner who has accepted',
      ...professionalErrors,
    },
    idempotent: true,
    run: (context, { ids, body }) => updateStaff(context, { id: ids.id, ...body }),
    respond: serializeStaff,
  }),

  operation({
    name: 'personal.desactivar',
    tag,
    summary: 'Deactivate a person',
    description:
      'Their sessions end within a second, an invitation that waits is void, and their professional ' +
      'is free for somebody else. Repeating it changes nothing. Another invitation brings them back.',
    rest: { method: 'DELETE', path: `${path}:id/` },
    graphql: { field: 'desactivar_persona' },
    access,
    audit: 'staff.deactivate',
    ids: { id: person },
    result: one(StaffWire),
    errors: {
      ...unknownPerson,
      ...ofOwner,
      LAST_OWNER: 'the only owner who has accepted',
    },
    idempotent: true,
    run: (context, { ids }) => deactivateStaff(context, ids.id),
    respond: serializeStaff,
  }),

  operation({
    name: 'personal.invitar_otra_vez',
    tag,
    summary: 'Send an invitation again',
    description:
      'A new link, and the one before stops working. Who has not accepted keeps what was changed ' +
      'since; who was deactivated comes back, with the role alone.',
    rest: { method: 'POST', path: `${path}:id/invitacion/` },
    graphql: { field: 'reenviar_invitacion' },
    access,
    audit: 'staff.invite',
    ids: { id: person },
    body: { schema: EmptyWire, parse: () => null },
    result: one(StaffWire),
    errors: {
      ...unknownPerson,
      STAFF_EMAIL_TAKEN: 'they have accepted already',
      ...ofOwner,
      ...permissionErrors,
      ...mailErrors,
    },
    idempotent: true,
    run: (context, { ids }) => inviteStaffAgain(context, ids.id),
    respond: serializeStaff,
  }),

  operation({
    name: 'personal.sesiones',
    tag,
    summary: "List a person's sessions",
    description: 'Those that are open.',
    rest: { method: 'GET', path: `${path}:id/sesiones/` },
    graphql: { field: 'sesiones_persona' },
    access,
    ids: { id: person },
    result: pages(StaffSessionWire, {
      type: 'PaginaSesionesPersonal',
      order: 'The latest seen first',
    }),
    errors: { ...unknownPerson, ...ofOwner },
    run: (context, { ids }) => listMemberSessions(context, ids.id),
    respond: (all, _context, { page }) => {
      const { offset, limit } = offsetAndLimit(page)
      return pageOf(all.slice(offset, offset + limit).map(serializeOwnSession), all.length, page)
    },
  }),

  operation({
    name: 'personal.cerrar_sesion',
    tag,
    summary: "End a person's session",
    description: 'It is refused within a second everywhere.',
    rest: { method: 'DELETE', path: `${path}:id/sesiones/:sesion/` },
    graphql: { field: 'cerrar_sesion_persona' },
    access,
    audit: 'staff.sessions',
    ids: { id: person, sesion: session },
    result: one(EndedStaffSessionWire),
    errors: {
      ...unknownPerson,
      ...ofOwner,
      SESSION_NOT_FOUND: 'no such session of this person, or it has ended',
    },
    run: (context, { ids }) =>
      endMemberSession(context, { staffId: ids.id, sessionId: ids.sesion }),
    respond: serializeEndedStaffSession,
  }),

  operation({
    name: 'personal.cerrar_sesiones',
    tag,
    summary: "End all of a person's sessions",
    description: "The caller's own too, when it is theirs. Repeating it changes nothing.",
    rest: { method: 'DELETE', path: `${path}:id/sesiones/` },
    graphql: { field: 'cerrar_sesiones_persona' },
    access,
    audit: 'staff.sessions',
    ids: { id: person },
    result: one(EndedStaffSessionsWire),
    errors: { ...unknownPerson, ...ofOwner },
    run: (context, { ids }) => endMemberSessions(context, ids.id),
    respond: ({ ended }) => ({ cerradas: ended }),
  }),
]
