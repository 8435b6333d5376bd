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
 * The names of a field's columns, the preferred ones first; case, accents and underscores do not matter.
 * The first that has a value in a row is used.
 */
export type ColumnNames<Field extends string> = Readonly<Partial<Record<Field, readonly string[]>>>

const person = {
  name: [
    ...['name', 'full name', 'customer name', 'client name', 'customer', 'client'],
    ...['nombre completo', 'nombre y apellidos', 'nombre', 'nombre del cliente', 'nombre cliente'],
    ...['cliente', 'clienta', 'الاسم الكامل', 'الاسم', 'اسم العميل', 'العميل', 'اسم الزبون'],
  ],
  firstName: ['first name', 'firstname', 'nombre de pila', 'primer nombre', 'الاسم الأول'],
  lastName: [
    ...['last name', 'lastname', 'surname', 'apellidos', 'apellido'],
    ...['primer apellido', 'apellido 1', 'segundo apellido', 'apellido 2'],
    ...['اسم العائلة', 'الاسم الأخير', 'الكنية', 'اللقب'],
  ],
  email: [
    ...['email', 'e-mail', 'email address', 'mail', 'correo electrónico', 'correo'],
    ...['dirección de correo electrónico', 'dirección de correo'],
    ...['البريد الإلكتروني', 'بريد إلكتروني', 'الإيميل', 'البريد'],
  ],
  phone: [
    ...['mobile', 'mobile number', 'phone', 'phone number', 'telephone'],
    ...['móvil', 'teléfono móvil', 'celular', 'teléfono', 'tel', 'número de teléfono'],
    ...['teléfono de contacto', 'الجوال', 'رقم الجوال', 'الموبايل', 'الهاتف', 'رقم الهاتف', 'هاتف'],
  ],
} as const

const customerId = [
  ...['customer id', 'client id', 'id cliente', 'id de cliente', 'id del cliente'],
  ...['código de cliente', 'código cliente', 'número de cliente', 'nº de cliente', 'nº cliente'],
  ...['رقم العميل', 'معرف العميل'],
]

const genericCustomers: ColumnNames<CustomerField> = {
  ...person,
  id: ['id', ...customerId, 'external id', 'código', 'المعرف', 'الرقم'],
  language: ['language', 'idioma', 'اللغة'],
  blocked: ['blocked', 'bloqueado', 'bloqueada', 'محظور'],
}

const genericBookings: ColumnNames<BookingField> = {
  ...person,
  id: [
    ...['id', 'booking id', 'appointment id', 'external id', 'id reserva', 'id de reserva'],
    ...['id de la reserva', 'id cita', 'id de cita', 'id de la cita', 'número de reserva'],
    ...['código de reserva', 'localizador', 'رقم الحجز', 'رقم الموعد', 'المعرف'],
  ],
  customerId,
  start: [
    ...['start', 'starts at', 'start date and time', 'fecha y hora', 'fecha y hora de inicio'],
    ...['inicio', 'comienzo', 'empieza', 'التاريخ والوقت', 'البداية'],
  ],
  date: [
    ...['date', 'appointment date', 'start date', 'fecha', 'fecha de la cita', 'fecha cita'],
    ...['fecha de la reserva', 'fecha de inicio', 'día', 'التاريخ', 'تاريخ الموعد', 'اليوم'],
  ],
  time: [
    ...['time', 'start time', 'appointment time', 'hora', 'hora de inicio', 'hora inicio'],
    ...[
      'hora de la cita',
      'hora cita',
      'الوقت',
      'الساعة',
      'وقت الموعد',
      'وقت البدء',
      'وقت البداية',
    ],
  ],
  end: [
    ...['end', 'end time', 'ends at', 'fin', 'hora de fin', 'hora fin', 'final', 'termina'],
    ...['النهاية', 'وقت النهاية', 'وقت الانتهاء'],
  ],
  duration: [
    ...['duration', 'duration (mins)', 'duration (minutes)', 'minutes', 'duración'],
    ...['duración (min)', 'duración (minutos)', 'minutos', 'المدة', 'المدة بالدقائق', 'الدقائق'],
  ],
  service: [
    ...['service', 'service name', 'services', 'servicio', 'servicios', 'nombre del servicio'],
    ...['tratamiento', 'الخدمة', 'الخدمات', 'اسم الخدمة'],
  ],
  professional: [
    ...['professional', 'staff', 'team member', 'staff member', 'employee', 'profesional'],
    ...['empleado', 'empleada', 'peluquero', 'peluquera', 'barbero', 'barbera', 'estilista'],
    ...['atendido por', 'المختص', 'الموظف', 'الحلاق', 'المصفف'],
  ],
  price: ['price', 'total', 'amount', 'precio', 'importe', 'السعر', 'المبلغ', 'الإجمالي'],
  status: [
    ...['status', 'state', 'appointment status', 'estado', 'estado de la cita'],
    ...['estado de la reserva', 'الحالة', 'حالة الموعد'],
  ],
  notes: [
    ...['notes', 'booking notes', 'appointment notes', 'notas', 'notas de la cita'],
    ...['notas de la reserva', 'observaciones', 'comentarios', 'الملاحظات', 'ملاحظات'],
  ],
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
