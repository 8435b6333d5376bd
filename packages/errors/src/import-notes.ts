import type { Language } from '@silla/locale'

/**
 * What is said about the rows and files of an import (D78), by code. A value replaces its name in
 * braces; the languages name the same values.
 */
const sentences = {
  // What became of a row, and the columns of a report.
  row_created: { es: 'nueva', en: 'created', ar: 'جديد' },
  row_merged: { es: 'unida', en: 'merged', ar: 'مضموم' },
  row_unchanged: { es: 'ya importada', en: 'unchanged', ar: 'مستورد سابقًا' },
  row_duplicate: { es: 'repetida', en: 'duplicate', ar: 'مكرر' },
  row_skipped: { es: 'omitida', en: 'skipped', ar: 'مستبعد' },
  row_clash: { es: 'hora ocupada', en: 'clash', ar: 'الوقت محجوز' },
  row_refused: { es: 'rechazada', en: 'refused', ar: 'مرفوض' },
  heading_line: { es: 'línea', en: 'line', ar: 'السطر' },
  heading_external_id: { es: 'id externo', en: 'external_id', ar: 'المعرّف الخارجي' },
  heading_outcome: { es: 'resultado', en: 'outcome', ar: 'النتيجة' },
  heading_id: { es: 'id', en: 'id', ar: 'المعرّف' },
  heading_notes: { es: 'notas', en: 'notes', ar: 'ملاحظات' },
  // A row that is not valid.
  name_missing: { es: 'falta el nombre', en: 'the name is missing', ar: 'الاسم غير موجود' },
  name_too_long: {
    es: 'el nombre tiene {length} caracteres; se admiten hasta {limit}',
    en: 'the name has {length} characters; up to {limit} are allowed',
    ar: 'يتكون الاسم من {length} حرفًا؛ الحد الأقصى {limit}',
  },
  name_not_valid: {
    es: '«{text}» no es el nombre de una persona',
    en: '"{text}" is not the name of a person',
    ar: '«{text}» ليس اسم شخص',
  },
  email_not_valid: {
    es: '«{text}» no es un correo electrónico',
    en: '"{text}" is not an email address',
    ar: '«{text}» ليس عنوان بريد إلكتروني',
  },
  date_not_valid: {
    es: '«{text}» no es una fecha',
    en: '"{text}" is not a date',
    ar: '«{text}» ليس تاريخًا',
  },
  time_not_valid: {
    es: '«{text}» no es una hora',
    en: '"{text}" is not a time',
    ar: '«{text}» ليس وقتًا',
  },
  time_skipped: {
    es: 'las {text} no existen ese día: cambia la hora',
    en: '{text} does not exist on that day: the clocks skip it',
    ar: 'الساعة {text} غير موجودة في ذلك اليوم بسبب تغيير التوقيت',
  },
  duration_not_valid: {
    es: '«{text}» no es una duración',
    en: '"{text}" is not a duration',
    ar: '«{text}» ليست مدة',
  },
  duration_empty: {
    es: 'acaba cuando empieza, a las {text}',
    en: 'it ends when it begins, at {text}',
    ar: 'ينتهي عند بدايته في {text}',
  },
  price_not_valid: {
    es: '«{text}» no es un precio',
    en: '"{text}" is not a price',
    ar: '«{text}» ليس سعرًا',
  },
  service_missing: {
    es: 'falta el servicio',
    en: 'the service is missing',
    ar: 'الخدمة غير موجودة',
  },
  professional_missing: {
    es: 'falta el profesional',
    en: 'the professional is missing',
    ar: 'المختص غير موجود',
  },
  service_unknown: {
    es: 'el salón no tiene el servicio «{text}»',
    en: 'the salon has no service "{text}"',
    ar: 'لا توجد في الصالون خدمة «{text}»',
  },
  professional_unknown: {
    es: 'el salón no tiene al profesional «{text}»',
    en: 'the salon has no professional "{text}"',
    ar: 'لا يوجد في الصالون مختص «{text}»',
  },
  not_offered: {
    es: '{professional} no hace {service}',
    en: '{professional} does not offer {service}',
    ar: 'لا يقدّم {professional} خدمة {service}',
  },
  services_too_long: {
    es: 'los servicios duran más de {minutes} minutos',
    en: 'the services take more than {minutes} minutes',
    ar: 'تستغرق الخدمات أكثر من {minutes} دقيقة',
  },
  no_such_time: {
    es: 'esa hora no existe: cambia la hora',
    en: 'the clocks skip that time',
    ar: 'هذا الوقت غير موجود بسبب تغيير التوقيت',
  },
  closed: {
    es: 'el salón está cerrado entonces',
    en: 'the salon is closed then',
    ar: 'الصالون مغلق في ذلك الوقت',
  },
  too_long: {
    es: 'dura más de un día',
    en: 'it takes more than a day',
    ar: 'يستغرق أكثر من يوم',
  },
  not_working: {
    es: 'el profesional no trabaja entonces',
    en: 'the professional does not work then',
    ar: 'المختص لا يعمل في ذلك الوقت',
  },
  off_grid: {
    es: 'ninguna cita puede empezar entonces',
    en: 'no visit can begin then',
    ar: 'لا يمكن أن يبدأ موعد في ذلك الوقت',
  },
  missed_too_early: {
    es: 'una cita que no ha acabado no puede ser una ausencia',
    en: 'a visit that has not ended cannot have been missed',
    ar: 'لا يمكن اعتبار موعد لم ينتهِ غيابًا',
  },
  id_repeated: {
    es: 'el id de la línea {line} con otra hora, servicio o profesional',
    en: 'the id of line {line} with another time, service or professional',
    ar: 'معرّف السطر {line} مع وقت أو خدمة أو مختص آخر',
  },
  customer_erased: {
    es: 'los datos de esta persona se borraron',
    en: 'the customer was erased',
    ar: 'حُذفت بيانات هذا العميل',
  },
  // A time that somebody else has.
  taken_by_booking: {
    es: 'la hora está ocupada por la reserva {code}',
    en: 'the time is taken by booking {code}',
    ar: 'الوقت محجوز بالحجز {code}',
  },
  taken_by_line: {
    es: 'la hora está ocupada por la línea {line}',
    en: 'the time is taken by line {line}',
    ar: 'الوقت محجوز بالسطر {line}',
  },
  taken_by_block: {
    es: 'la hora está ocupada por un bloqueo o una retención',
    en: 'the time is taken by a block or a hold',
    ar: 'الوقت محجوز بحجب أو حجز مؤقت',
  },
  taken: {
    es: 'la hora está ocupada por otra cita',
    en: 'the time is taken by another visit',
    ar: 'الوقت محجوز بموعد آخر',
  },
  taken_meanwhile: {
    es: 'la hora se ha ocupado mientras tanto',
    en: 'the time was taken meanwhile',
    ar: 'حُجز الوقت في هذه الأثناء',
  },
  // A row that repeats another, or is not imported.
  same_customer: {
    es: 'la misma persona que en la línea {line}',
    en: 'the same customer as in line {line}',
    ar: 'العميل نفسه في السطر {line}',
  },
  same_visit: {
    es: 'la misma cita que en la línea {line}',
    en: 'the same visit as in line {line}',
    ar: 'الموعد نفسه في السطر {line}',
  },
  cancelled: { es: 'cancelada', en: 'cancelled', ar: 'ملغى' },
  left_out: {
    es: 'omitida porque así se ha indicado para su nombre',
    en: 'left out by the mapping',
    ar: 'مستبعد حسب الأسماء المحددة',
  },
  // What is left out of a row that is imported.
  phone_left_out: {
    es: 'sin teléfono: «{text}» no es ninguno en {country}',
    en: 'phone left out: "{text}" is none in {country}',
    ar: 'أُهمل الهاتف: «{text}» ليس رقمًا في {country}',
  },
  language_left_out: {
    es: 'sin idioma: «{text}» no es ninguno de los de Silla',
    en: 'language left out: "{text}" is none of Silla\'s',
    ar: 'أُهملت اللغة: «{text}» ليست من لغات Silla',
  },
  notes_cut: {
    es: 'notas cortadas a los {limit} caracteres',
    en: 'notes cut after {limit} characters',
    ar: 'قُصّت الملاحظات بعد {limit} حرف',
  },
  time_repeated: {
    es: 'esa hora ocurre dos veces: se toma la primera',
    en: 'the clocks show that time twice: the first one is meant',
    ar: 'يتكرر هذا الوقت مرتين: المقصود هو الأول',
  },
  not_blocked_without_email: {
    es: 'sin bloquear: se bloquea por el correo',
    en: 'not blocked: customers are blocked by their email address',
    ar: 'لم يُحظر: يُحظر العملاء بعنوان بريدهم الإلكتروني',
  },
  not_blocked_existing: {
    es: 'sin bloquear: ya existe su ficha',
    en: 'not blocked: the customer exists',
    ar: 'لم يُحظر: العميل موجود بالفعل',
  },
  erased_since: {
    es: 'borrada desde la importación',
    en: 'erased since the import',
    ar: 'حُذف بعد الاستيراد',
  },
  // A file that cannot be imported.
  file_empty: {
    es: 'El archivo está vacío.',
    en: 'The file is empty.',
    ar: 'الملف فارغ.',
  },
  file_without_rows: {
    es: 'El archivo no tiene filas debajo de los nombres de sus columnas.',
    en: 'The file has no rows below its column names.',
    ar: 'لا توجد صفوف في الملف تحت أسماء الأعمدة.',
  },
  file_too_many_rows: {
    es: 'El archivo tiene más de {limit} filas. Divídelo en varios.',
    en: 'The file has more than {limit} rows. Split it into several files.',
    ar: 'يحتوي الملف على أكثر من {limit} صف. قسّمه إلى عدة ملفات.',
  },
  file_not_text: {
    es: 'La línea {line} o una posterior no es texto. Guarda antes la hoja como CSV.',
    en: 'Line {line} or a later one is not text. Save the sheet as CSV first.',
    ar: 'السطر {line} أو سطر بعده ليس نصًا. احفظ الجدول بصيغة CSV أولًا.',
  },
  file_is_utf8: {
    es: 'El archivo es UTF-8, con una marca de orden de bytes.',
    en: 'The file is UTF-8, with a byte order mark.',
    ar: 'ترميز الملف UTF-8 مع علامة ترتيب البايتات.',
  },
  file_encoding: {
    es: 'El archivo no es {encoding}, en la línea {line} o una posterior: guárdalo como UTF-8 (Excel: «CSV UTF-8») o indica su codificación. Los programas de Europa occidental suelen escribir windows-1252, que incluye Latin-1.',
    en: 'The file is not {encoding}, in line {line} or a later one: save it as UTF-8 (Excel: "CSV UTF-8"), or name its encoding. Programs in western Europe often write windows-1252, which includes Latin-1.',
    ar: 'ترميز الملف ليس {encoding} في السطر {line} أو بعده: احفظه بترميز UTF-8 (في Excel: «CSV UTF-8») أو حدّد ترميزه. تكتب برامج غرب أوروبا غالبًا windows-1252 الذي يشمل Latin-1.',
  },
  file_quote: {
    es: 'Las comillas que se abren en la línea {line} no se cierran.',
    en: 'A quote that opens in line {line} is never closed.',
    ar: 'علامة الاقتباس المفتوحة في السطر {line} لا تُغلق.',
  },
  file_row_too_long: {
    es: 'La fila de la línea {line} tiene más de 100.000 caracteres: ¿faltan unas comillas de cierre?',
    en: 'The row in line {line} has more than 100,000 characters: is a quote never closed?',
    ar: 'يحتوي الصف في السطر {line} على أكثر من 100000 حرف: هل هناك علامة اقتباس غير مغلقة؟',
  },
  file_line: {
    es: 'No se puede leer la línea {line}.',
    en: 'Line {line} cannot be read.',
    ar: 'تعذّرت قراءة السطر {line}.',
  },
  columns_missing: {
    es: 'El archivo no tiene columna para {missing}. Sus columnas son: {columns}. Indica cuál es.',
    en: 'The file has no column for {missing}. Its columns are: {columns}. Say which one it is.',
    ar: 'لا يحتوي الملف على عمود لـ {missing}. أعمدته هي: {columns}. حدّد العمود المطلوب.',
  },
  // What a file has no column for.
  column_name: { es: 'nombre', en: 'name', ar: 'الاسم' },
  column_start: {
    es: 'inicio (o fecha y hora)',
    en: 'start (or date and time)',
    ar: 'البداية (أو التاريخ والوقت)',
  },
  column_service: { es: 'servicio', en: 'service', ar: 'الخدمة' },
  column_professional: { es: 'profesional', en: 'professional', ar: 'المختص' },
  column_unknown: {
    es: 'El archivo no tiene la columna {column}. Sus columnas son: {columns}.',
    en: 'The file has no column {column}. Its columns are: {columns}.',
    ar: 'لا يحتوي الملف على العمود {column}. أعمدته هي: {columns}.',
  },
  column_twice: {
    es: 'La columna {column} está dos veces.',
    en: 'The column {column} occurs twice.',
    ar: 'العمود {column} مكرر.',
  },
  field_unknown: {
    es: 'No existe el campo {field}. Los campos son: {fields}.',
    en: 'There is no field {field}. The fields are: {fields}.',
    ar: 'لا يوجد حقل {field}. الحقول هي: {fields}.',
  },
  names_unknown: {
    es: 'El salón no tiene: {names}.',
    en: 'The salon does not have: {names}.',
    ar: 'لا يوجد في الصالون: {names}.',
  },
  file_damaged: {
    es: 'El archivo comprimido está dañado.',
    en: 'The packed file is damaged.',
    ar: 'الملف المضغوط تالف.',
  },
  permission_withdrawn: {
    es: 'Quien la empezó ya no puede importar.',
    en: 'Who started it may not import any more.',
    ar: 'لم تعد لدى من بدأه صلاحية الاستيراد.',
  },
  import_cancelled: {
    es: 'Se ha cancelado. Lo que ya se había importado sigue ahí.',
    en: 'It was cancelled. What had been imported by then stays.',
    ar: 'أُلغي الاستيراد. ما استُورد قبل ذلك يبقى.',
  },
  import_interrupted: {
    es: 'Un error la ha detenido. Vuelve a importar el archivo: continúa donde se quedó.',
    en: 'An error stopped it. Import the file again: it goes on where it ended.',
    ar: 'أوقفه خطأ. استورد الملف مرة أخرى: يستمر من حيث توقف.',
  },
  catalog_changed: {
    es: 'El catálogo del salón ha cambiado mientras tanto.',
    en: 'The catalogue of the salon was changed meanwhile.',
    ar: 'تغيّر كتالوج الصالون في هذه الأثناء.',
  },
} as const satisfies Record<string, Record<Language, string>>

export type ImportNoteCode = keyof typeof sentences

/** Something that is said about a row or a file, with the values of its sentence. */
export interface ImportNote {
  code: ImportNoteCode
  values: Readonly<Record<string, ImportNoteValue>>
}

/** Codes stand for their sentences, in the language of the reader. */
type ImportNoteValue = string | number | readonly ImportNoteCode[]

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type ValuesOf<Code extends ImportNoteCode> = NamesIn<(typeof sentences)[Code]['en']>

/** A note with all values that its sentence names. */
export const importNote = <Code extends ImportNoteCode>(
  code: Code,
  ...[values]: [ValuesOf<Code>] extends [never]
    ? []
    : [Readonly<Record<ValuesOf<Code>, ImportNoteValue>>]
): ImportNote => ({ code, values: values ?? {} })

/** The sentence of a note; those of rows neither begin with a capital nor end with a period. */
export const importSentence = ({ code, values }: ImportNote, language: Language): string =>
  sentences[code][language].replace(/\{(\w+)\}/g, (_, name: string) =>
    valueText(values[name], language),
  )

const valueText = (value: ImportNoteValue | undefined, language: Language): string =>
  typeof value === 'object'
    ? value
        .map((code) => importSentence({ code, values: {} }, language))
        .join(language === 'ar' ? '، ' : ', ')
    : String(value)

/** For tests: every code. */
export const importNoteCodes = Object.keys(sentences) as ImportNoteCode[]
