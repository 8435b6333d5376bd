/** The products whose exports have a profile; `generic` is any other list. */
export const importSources = ['generic', 'fresha', 'booksy', 'square', 'timely'] as const

export type ImportSource = (typeof importSources)[number]

export const customerFields = [
  'id',
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'language',
  'blocked',
] as const

export type CustomerField = (typeof customerFields)[number]

export const bookingFields = [
  'id',
  'customerId',
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'start',
  'date',
  'time',
  'end',
  'duration',
  'service',
  'professional',
  'price',
  'status',
  'notes',
] as const

export type BookingField = (typeof bookingFields)[number]

/**
 * The names of a field's columns, in lower case, the preferred ones first. The first that has a value
 * in a row is used.
 */
export type ColumnNames<Field extends string> = Readonly<Partial<Record<Field, readonly string[]>>>

const person = {
  name: ['name', 'full name', 'customer name', 'client name', 'customer', 'client'],
  firstName: ['first name', 'firstname', 'first_name'],
  lastName: ['last name', 'lastname', 'last_name', 'surname'],
  email: ['email', 'e-mail', 'email address'],
  phone: ['mobile', 'mobile number', 'phone', 'phone number', 'telephone'],
} as const

const genericCustomers: ColumnNames<CustomerField> = {
  ...person,
  id: ['id', 'customer id', 'client id', 'customer_id', 'external_id'],
  language: ['language'],
  blocked: ['blocked'],
}

const genericBookings: ColumnNames<BookingField> = {
  ...person,
  id: ['id', 'booking id', 'appointment id', 'booking_id', 'external_id'],
  customerId: ['customer id', 'client id', 'customer_id'],
  start: ['start', 'starts at', 'start date and time'],
  date: ['date', 'appointment date', 'start date'],
  time: ['time', 'start time', 'appointment time'],
  end: ['end', 'end time', 'ends at'],
  duration: ['duration', 'duration (mins)', 'duration (minutes)', 'minutes'],
  service: ['service', 'service name', 'services'],
  professional: ['professional', 'staff', 'team member', 'staff member', 'employee'],
  price: ['price', 'total', 'amount'],
  status: ['status', 'state', 'appointment status'],
  notes: ['notes', 'booking notes', 'appointment notes'],
}

/**
 * What a product calls its columns, where that differs from the generic names, which apply as well.
 * What each name rests on is in docs/import.md.
 */
const customerProfiles: Readonly<Record<ImportSource, ColumnNames<CustomerField>>> = {
  generic: {},
  fresha: { id: ['client id'], phone: ['mobile number', 'telephone'] },
  booksy: { name: ['client name'] },
  square: {
    id: ['square customer id'],
    email: ['email address'],
    phone: ['phone number'],
    blocked: ['blocked from online booking'],
  },
  timely: { id: ['customer id'], phone: ['phone number'] },
}

const bookingProfiles: Readonly<Record<ImportSource, ColumnNames<BookingField>>> = {
  generic: {},
  fresha: { name: ['client'], professional: ['staff', 'team member'] },
  booksy: { name: ['client name'] },
  square: { name: ['customer name'], customerId: ['square customer id', 'customer id'] },
  timely: { name: ['customer'], time: ['start time'], end: ['end time'], price: ['revenue'] },
}

export const customerColumns = (source: ImportSource): ColumnNames<CustomerField> =>
  withGeneric(customerFields, customerProfiles[source], genericCustomers)

export const bookingColumns = (source: ImportSource): ColumnNames<BookingField> =>
  withGeneric(bookingFields, bookingProfiles[source], genericBookings)

function withGeneric<Field extends string>(
  fields: readonly Field[],
  own: ColumnNames<Field>,
  generic: ColumnNames<Field>,
): ColumnNames<Field> {
  const names: Partial<Record<Field, readonly string[]>> = {}
  for (const field of fields)
    names[field] = [...new Set([...(own[field] ?? []), ...(generic[field] ?? [])])]
  return names
}
