import type { Language } from '@silla/locale'

/** Messages for the problems of one field. `{limit}` is replaced by the limit of the problem. */
const sentences = {
  required: { es: 'Es obligatorio.', en: 'It is required.', ar: 'هذا الحقل مطلوب.' },
  unknown: {
    es: 'Este campo no existe. ¿Está bien escrito?',
    en: 'There is no such field. Is it spelled right?',
    ar: 'لا يوجد حقل بهذا الاسم. هل كُتب بشكل صحيح؟',
  },
  not_string: { es: 'Debe ser un texto.', en: 'It must be a text.', ar: 'يجب أن يكون نصًا.' },
  not_integer: {
    es: 'Debe ser un número entero.',
    en: 'It must be a whole number.',
    ar: 'يجب أن يكون عددًا صحيحًا.',
  },
  not_number: { es: 'Debe ser un número.', en: 'It must be a number.', ar: 'يجب أن يكون رقمًا.' },
  not_boolean: {
    es: 'Debe ser verdadero o falso.',
    en: 'It must be true or false.',
    ar: 'يجب أن تكون القيمة true أو false.',
  },
  not_array: { es: 'Debe ser una lista.', en: 'It must be a list.', ar: 'يجب أن يكون قائمة.' },
  not_object: { es: 'Debe ser un objeto.', en: 'It must be an object.', ar: 'يجب أن يكون كائنًا.' },
  too_short: {
    es: 'Es demasiado corto: longitud mínima {limit}.',
    en: 'It is too short: minimum length {limit}.',
    ar: 'النص قصير جدًا: الحد الأدنى للطول {limit}.',
  },
  too_long: {
    es: 'Es demasiado largo: longitud máxima {limit}.',
    en: 'It is too long: maximum length {limit}.',
    ar: 'النص طويل جدًا: الحد الأقصى للطول {limit}.',
  },
  too_small: {
    es: 'Es demasiado pequeño: el mínimo es {limit}.',
    en: 'It is too small: the minimum is {limit}.',
    ar: 'القيمة صغيرة جدًا: الحد الأدنى {limit}.',
  },
  too_large: {
    es: 'Es demasiado grande: el máximo es {limit}.',
    en: 'It is too large: the maximum is {limit}.',
    ar: 'القيمة كبيرة جدًا: الحد الأقصى {limit}.',
  },
  zero: { es: 'No puede ser cero.', en: 'It cannot be zero.', ar: 'لا يمكن أن يكون صفرًا.' },
  same_customer: {
    es: 'Es la misma ficha.',
    en: 'It is the same customer.',
    ar: 'إنها البطاقة نفسها.',
  },
  too_few: {
    es: 'Faltan elementos: el mínimo es {limit}.',
    en: 'There are too few elements: the minimum is {limit}.',
    ar: 'عدد العناصر قليل جدًا: الحد الأدنى {limit}.',
  },
  too_many: {
    es: 'Sobran elementos: el máximo es {limit}.',
    en: 'There are too many elements: the maximum is {limit}.',
    ar: 'عدد العناصر كبير جدًا: الحد الأقصى {limit}.',
  },
  duplicate: {
    es: 'Tiene elementos repetidos.',
    en: 'It has repeated elements.',
    ar: 'يحتوي على عناصر مكررة.',
  },
  not_one_of: {
    es: 'Debe ser uno de estos valores: {limit}.',
    en: 'It must be one of these values: {limit}.',
    ar: 'يجب أن تكون القيمة إحدى القيم التالية: {limit}.',
  },
  not_together: {
    es: 'No se puede enviar junto con {limit}.',
    en: 'It cannot be sent together with {limit}.',
    ar: 'لا يمكن إرساله مع {limit}.',
  },
  bad_characters: {
    es: 'Contiene caracteres que no se admiten.',
    en: 'It contains characters that are not accepted.',
    ar: 'يحتوي على أحرف غير مقبولة.',
  },
  bad_name: {
    es: 'Escribe un nombre en una sola línea: letras, espacios y signos como . , - ’ ( ). No puede contener enlaces, correos ni teléfonos.',
    en: 'Write a name on one line: letters, spaces and signs such as . , - ’ ( ). It cannot contain links, e-mail addresses or phone numbers.',
    ar: 'اكتب اسمًا في سطر واحد: أحرفًا ومسافات وعلامات مثل . ، - ’ ( ). لا يُسمح بالروابط أو عناوين البريد الإلكتروني أو أرقام الهاتف.',
  },
  bad_email: {
    es: 'No es una dirección de correo válida.',
    en: 'It is not a valid e-mail address.',
    ar: 'عنوان البريد الإلكتروني غير صالح.',
  },
  bad_phone: {
    es: 'No es un teléfono válido. Prueba con el prefijo del país, por ejemplo +34.',
    en: 'It is not a valid phone number. Try it with the country code, for example +34.',
    ar: 'رقم الهاتف غير صالح. جرّب كتابته مع رمز الدولة، مثل ‎+34.',
  },
  bad_pin: {
    es: 'Un PIN tiene de 4 a 8 cifras.',
    en: 'A PIN has 4 to 8 digits.',
    ar: 'يتكون رمز PIN من 4 إلى 8 أرقام.',
  },
  bad_format: {
    es: 'No tiene el formato esperado.',
    en: 'It is not written as expected.',
    ar: 'ليس بالصيغة المتوقعة.',
  },
  url_malformed: {
    es: 'No es una dirección web completa, como https://caja.example/eventos.',
    en: 'It is not a complete web address, such as https://till.example/events.',
    ar: 'ليس عنوان ويب كاملًا، مثل https://till.example/events.',
  },
  url_scheme: {
    es: 'Debe empezar por https://.',
    en: 'It must start with https://.',
    ar: 'يجب أن يبدأ بـ https://.',
  },
  url_port: {
    es: 'Solo se admite el puerto 443.',
    en: 'Only port 443 is accepted.',
    ar: 'لا يُقبل إلا المنفذ 443.',
  },
  url_credentials: {
    es: 'No puede contener usuario ni contraseña.',
    en: 'It cannot contain a user name or a password.',
    ar: 'لا يمكن أن يحتوي على اسم مستخدم أو كلمة مرور.',
  },
  url_not_found: {
    es: 'El servidor de esta dirección no existe: su nombre no tiene ninguna dirección IP.',
    en: 'The host of this address does not exist: its name has no IP address.',
    ar: 'خادم هذا العنوان غير موجود: لا يوجد عنوان IP لاسمه.',
  },
  url_lookup_failed: {
    es: 'No se ha podido averiguar la dirección IP del servidor. Inténtalo de nuevo en unos segundos.',
    en: 'The IP address of the host could not be looked up. Please try again in a few seconds.',
    ar: 'تعذّر معرفة عنوان IP للخادم. يُرجى المحاولة مرة أخرى بعد بضع ثوانٍ.',
  },
  url_not_public: {
    es: 'El servidor debe tener solo direcciones IP públicas de Internet.',
    en: 'The host must only have public IP addresses of the Internet.',
    ar: 'يجب أن تكون عناوين IP للخادم عناوين إنترنت عامة فقط.',
  },
  no_such_entry: {
    es: 'No existe o no está activo.',
    en: 'It does not exist or is not active.',
    ar: 'غير موجود أو غير نشط.',
  },
  handle_taken: {
    es: 'Ya lo tiene otro elemento, quizá inactivo.',
    en: 'Another entry has it already, perhaps an inactive one.',
    ar: 'يستخدمه عنصر آخر، ربما غير نشط.',
  },
  inactive: {
    es: 'Está inactivo: actívalo antes de cambiarlo.',
    en: 'It is inactive: make it active before you change it.',
    ar: 'إنه غير نشط: فعّله قبل تغييره.',
  },
  two_decimals: {
    es: 'Un precio tiene como mucho dos decimales.',
    en: 'A price has at most two decimals.',
    ar: 'للسعر منزلتان عشريتان على الأكثر.',
  },
  not_below_price: {
    es: 'Debe ser menor que el precio normal.',
    en: 'It must be below the regular price.',
    ar: 'يجب أن يكون أقل من السعر العادي.',
  },
  bad_phases: {
    es: 'Las fases alternan trabajo y espera, empiezan y acaban con trabajo, duran 5 minutos o más y suman la duración.',
    en: 'Phases alternate work and waits, begin and end with work, take 5 minutes or more and add up to the duration.',
    ar: 'تتناوب المراحل بين العمل والانتظار، وتبدأ وتنتهي بالعمل، ولا تقل كل منها عن 5 دقائق، ومجموعها هو المدة.',
  },
  phases_missing: {
    es: 'El servicio tiene fases: envía también las de esta duración.',
    en: 'The service has phases: send those of this duration too.',
    ar: 'للخدمة مراحل: أرسل أيضًا مراحل هذه المدة.',
  },
  own_duration: {
    es: 'Un profesional tiene una duración propia sin fases. Cámbiala antes.',
    en: 'A professional has a duration of their own without phases. Change that one first.',
    ar: 'لدى أحد المختصين مدة خاصة بلا مراحل. غيّرها أولًا.',
  },
  overlaps: {
    es: 'Coincide con otro que ya existe. Quítalo antes.',
    en: 'It overlaps with another one. Remove that one first.',
    ar: 'يتداخل مع آخر موجود. احذفه أولًا.',
  },
  outside_hours: {
    es: 'El descanso debe quedar dentro del horario.',
    en: 'The break must lie within the opening hours.',
    ar: 'يجب أن تقع الاستراحة ضمن ساعات العمل.',
  },
  after_deadline: {
    es: 'Hay un tramo de menos horas que el plazo de cancelación.',
    en: 'A tier has fewer hours than the cancellation deadline.',
    ar: 'توجد فئة بساعات أقل من مهلة الإلغاء.',
  },
  repeated_hours: {
    es: 'Hay dos tramos con las mismas horas.',
    en: 'Two tiers have the same hours.',
    ar: 'توجد فئتان بعدد الساعات نفسه.',
  },
  one_of_two: {
    es: 'Debe tener un porcentaje o un importe, y solo uno de los dos.',
    en: 'It must have a percentage or an amount, and only one of them.',
    ar: 'يجب أن تحتوي على نسبة مئوية أو مبلغ، وليس كليهما.',
  },
  no_such_time_zone: {
    es: 'No es una zona horaria, como Europe/Madrid.',
    en: 'It is not a time zone, such as Europe/Madrid.',
    ar: 'ليست منطقة زمنية مثل Europe/Madrid.',
  },
  no_such_country: {
    es: 'No es el código de un país, como ES.',
    en: 'It is not the code of a country, such as ES.',
    ar: 'ليس رمز دولة مثل ES.',
  },
  email_missing: {
    es: 'Los avisos por correo necesitan el correo del salón.',
    en: 'Emails to the salon need the email address of the salon.',
    ar: 'تحتاج الرسائل إلى عنوان البريد الإلكتروني للصالون.',
  },
  low_contrast: {
    es: 'Apenas se vería sobre blanco. Elige un color más oscuro.',
    en: 'It could hardly be seen on white. Choose a darker colour.',
    ar: 'بالكاد يُرى على الأبيض. اختر لونًا أغمق.',
  },
  one_per_service: {
    es: 'Indica un profesional por cada servicio de la cita.',
    en: 'Give one professional for each service of the appointment.',
    ar: 'حدّد مختصًا واحدًا لكل خدمة من خدمات الموعد.',
  },
} as const satisfies Record<string, Record<Language, string>>

export type ProblemKeyword = keyof typeof sentences

/**
 * A keyword, with a limit if its message contains one: `'required'`, `{ keyword: 'too_long', limit:
 * 120 }`.
 */
export type Problem = ProblemKeyword | { keyword: ProblemKeyword; limit: number | string }

/** A problem with one field of a request; `field` is its path on the wire (`servicio_ids[2]`). */
export interface FieldProblem {
  field: string
  problem: Problem
}

/** The message for a field's problem. */
export function problemMessage(problem: Problem, language: Language): string {
  if (typeof problem === 'string') return sentences[problem][language]
  return sentences[problem.keyword][language].replace('{limit}', () => String(problem.limit))
}
