import type { Language } from '@silla/locale'

/** One error code: its HTTP status and its message in every language. */
export type Entry = { status: number } & Record<Language, string>

/**
 * Every error code of a response. Codes and statuses are part of the contract and never change
 * (D28). The messages are for people: they state what happened and, where possible, what to do
 * next.
 */
export const catalogue = {
  // The request itself (D2, D3).
  NOT_FOUND: {
    status: 404,
    es: 'Esta dirección no existe. Revisa la ruta y el método.',
    en: 'There is nothing at this address. Check the path and the method.',
    ar: 'لا يوجد شيء في هذا العنوان. تحقّق من المسار ومن طريقة الطلب.',
  },
  MALFORMED_JSON: {
    status: 400,
    es: 'El cuerpo de la petición no es un JSON correcto.',
    en: 'The body of the request is not valid JSON.',
    ar: 'محتوى الطلب ليس بصيغة JSON صحيحة.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    es: 'La petición es demasiado grande: se admiten hasta 64 KiB.',
    en: 'The request is too large: up to 64 KiB are accepted.',
    ar: 'حجم الطلب كبير جدًا: الحد الأقصى 64 كيبيبايت.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    es: 'Envía el cuerpo de la petición como application/json en UTF-8 y sin comprimir.',
    en: 'Please send the body of the request as application/json in UTF-8, not compressed.',
    ar: 'يُرجى إرسال محتوى الطلب بصيغة application/json وترميز UTF-8 ومن دون ضغط.',
  },
  URI_TOO_LONG: {
    status: 414,
    es: 'La dirección de la petición es demasiado larga.',
    en: 'The address of the request is too long.',
    ar: 'عنوان الطلب طويل جدًا.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    es: 'Las cabeceras de la petición son demasiado grandes.',
    en: 'The headers of the request are too large.',
    ar: 'ترويسات الطلب كبيرة جدًا.',
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    es: 'Demasiadas peticiones seguidas. Espera un momento y vuelve a intentarlo.',
    en: 'Too many requests in a row. Please wait a moment and try again.',
    ar: 'طلبات كثيرة متتالية. يُرجى الانتظار قليلًا ثم المحاولة مرة أخرى.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    es: 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos segundos.',
    en: 'The service is not available at the moment. Please try again in a few seconds.',
    ar: 'الخدمة غير متاحة حاليًا. يُرجى المحاولة مرة أخرى بعد بضع ثوانٍ.',
  },
  QUERY_TOO_COMPLEX: {
    status: 400,
    es: 'La consulta pide demasiado de una vez. Divídela o pide menos.',
    en: 'The query asks for too much at once. Split it or ask for less.',
    ar: 'الاستعلام يطلب الكثير دفعة واحدة. قسّمه أو اطلب أقل.',
  },
  MUTATION_REQUIRES_POST: {
    status: 405,
    es: 'Una mutación de GraphQL se envía con POST; con GET solo se consulta.',
    en: 'A GraphQL mutation is sent with POST; GET is for queries only.',
    ar: 'تُرسل تعديلات GraphQL باستخدام POST، أما GET فللاستعلامات فقط.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    status: 400,
    es: 'No conocemos una consulta con ese hash. Envíala otra vez con su texto.',
    en: 'No query is known by that hash. Please send it again with its text.',
    ar: 'لا يوجد استعلام معروف بهذا الرمز. يُرجى إرساله مرة أخرى مع نصه.',
  },
  INTERNAL_ERROR: {
    status: 500,
    es: 'Algo ha fallado por nuestra parte. Inténtalo de nuevo más tarde.',
    en: 'Something went wrong on our side. Please try again later.',
    ar: 'حدث خطأ من جانبنا. يُرجى المحاولة مرة أخرى لاحقًا.',
  },

  // What was sent (D3 to D6).
  VALIDATION_ERROR: {
    status: 400,
    es: 'Hay datos que no son válidos. Revísalos y vuelve a intentarlo.',
    en: 'Some of the data is not valid. Please check it and try again.',
    ar: 'بعض البيانات غير صحيحة. يُرجى مراجعتها والمحاولة مرة أخرى.',
  },
  INVALID_DATE: {
    status: 400,
    es: 'La fecha no existe o no tiene el formato AAAA-MM-DD.',
    en: 'The date does not exist or is not written as YYYY-MM-DD.',
    ar: 'التاريخ غير موجود أو ليس بالصيغة YYYY-MM-DD.',
  },
  INVALID_TIME: {
    status: 400,
    es: 'La hora no existe ese día o no tiene el formato HH:MM.',
    en: 'The time does not exist on that day or is not written as HH:MM.',
    ar: 'الوقت غير موجود في ذلك اليوم أو ليس بالصيغة HH:MM.',
  },
  INVALID_RANGE: {
    status: 400,
    es: 'El periodo pedido no es válido: empieza después de terminar, o es demasiado largo o demasiado corto.',
    en: 'The period asked for is not valid: it begins after it ends, or it is too long or too short.',
    ar: 'الفترة المطلوبة غير صحيحة: تبدأ بعد نهايتها أو أنها طويلة جدًا أو قصيرة جدًا.',
  },
  INVALID_PAGINATION: {
    status: 400,
    es: 'La página pedida no es válida: page empieza en 1 y page_size va de 1 a 100.',
    en: 'The page asked for is not valid: page starts at 1 and page_size goes from 1 to 100.',
    ar: 'الصفحة المطلوبة غير صحيحة: يبدأ page من 1 ويتراوح page_size بين 1 و100.',
  },
  DATE_IN_PAST: {
    status: 400,
    es: 'Esa fecha ya ha pasado. Elige hoy o un día posterior.',
    en: 'That date has already passed. Please choose today or a later day.',
    ar: 'لقد مضى هذا التاريخ. يُرجى اختيار اليوم أو يوم لاحق.',
  },
  DATE_TOO_FAR: {
    status: 400,
    es: 'Todavía no se puede reservar con tanta antelación. Elige una fecha más cercana.',
    en: 'It is not possible to book that far ahead yet. Please choose an earlier date.',
    ar: 'لا يمكن الحجز في وقت مبكر إلى هذا الحد. يُرجى اختيار تاريخ أقرب.',
  },

  // Authentication and authorization (D8, D9).
  API_KEY_REQUIRED: {
    status: 401,
    es: 'Falta la clave de la API en la cabecera X-API-Key.',
    en: 'The API key is missing from the X-API-Key header.',
    ar: 'مفتاح واجهة البرمجة غير موجود في الترويسة X-API-Key.',
  },
  INVALID_API_KEY: {
    status: 401,
    es: 'La clave de la API no es válida o ha dejado de serlo.',
    en: 'The API key is not valid, or no longer is.',
    ar: 'مفتاح واجهة البرمجة غير صالح أو لم يعد صالحًا.',
  },
  SECRET_KEY_IN_URL: {
    status: 401,
    es: 'Una clave secreta no puede ir en la URL, porque queda en historiales y registros. Envíala en la cabecera X-API-Key, y cámbiala si es válida.',
    en: 'A secret key cannot be part of a URL, because histories and logs store it. Send it in the X-API-Key header, and replace it if it is valid.',
    ar: 'لا يمكن وضع مفتاح سري في عنوان URL لأنه يُحفظ في السجلات. أرسله في الترويسة X-API-Key، واستبدله إذا كان صالحًا.',
  },
  INVALID_TOKEN: {
    status: 401,
    es: 'La sesión no es válida. Vuelve a iniciar sesión.',
    en: 'The session is not valid. Please sign in again.',
    ar: 'الجلسة غير صالحة. يُرجى تسجيل الدخول مرة أخرى.',
  },
  TOKEN_EXPIRED: {
    status: 401,
    es: 'La sesión ha caducado. Renuévala o vuelve a iniciar sesión.',
    en: 'The session has expired. Please renew it or sign in again.',
    ar: 'انتهت صلاحية الجلسة. يُرجى تجديدها أو تسجيل الدخول مرة أخرى.',
  },
  INVALID_CREDENTIALS: {
    status: 401,
    es: 'El correo o la contraseña no son correctos.',
    en: 'The e-mail or the password is not right.',
    ar: 'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
  },
  OTP_INVALID: {
    status: 400,
    es: 'El código no es correcto.',
    en: 'The code is not right.',
    ar: 'الرمز غير صحيح.',
  },
  OTP_EXPIRED: {
    status: 400,
    es: 'El código ha caducado. Pide uno nuevo.',
    en: 'The code has expired. Please ask for a new one.',
    ar: 'انتهت صلاحية الرمز. يُرجى طلب رمز جديد.',
  },
  OTP_TOO_MANY_ATTEMPTS: {
    status: 400,
    es: 'Demasiados intentos con este código. Pide uno nuevo.',
    en: 'There were too many attempts with this code. Please ask for a new one.',
    ar: 'محاولات كثيرة جدًا بهذا الرمز. يُرجى طلب رمز جديد.',
  },
  WEAK_PASSWORD: {
    status: 400,
    es: 'Esta contraseña es demasiado fácil de adivinar. Usa al menos 10 caracteres.',
    en: 'This password is too easy to guess. Please use at least 10 characters.',
    ar: 'كلمة المرور سهلة التخمين. يُرجى استخدام 10 أحرف على الأقل.',
  },
  AUTHENTICATION_REQUIRED: {
    status: 401,
    es: 'Para esto hay que iniciar sesión o indicar el código de la cita.',
    en: 'This requires signing in or giving the code of the appointment.',
    ar: 'يتطلب ذلك تسجيل الدخول أو إدخال رمز الموعد.',
  },
  BUSINESS_SUSPENDED: {
    status: 403,
    es: 'Este negocio no admite peticiones en este momento.',
    en: 'This business is not taking requests at the moment.',
    ar: 'هذه المنشأة لا تستقبل الطلبات في الوقت الحالي.',
  },
  BUSINESS_MOVED: {
    status: 421,
    es: 'Este negocio se atiende ahora en otra dirección.',
    en: 'This business is served at another address now.',
    ar: 'تُقدَّم خدمات هذه المنشأة الآن على عنوان آخر.',
  },
  BUSINESS_MOVING: {
    status: 503,
    es: 'Este negocio se está trasladando y no admite cambios durante unos segundos. Inténtalo de nuevo enseguida.',
    en: 'This business is being moved and takes no changes for a few seconds. Please try again in a moment.',
    ar: 'يجري نقل هذه المنشأة ولا تقبل التغييرات لبضع ثوانٍ. يُرجى المحاولة مرة أخرى بعد قليل.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    es: 'Esta clave de la API no se puede usar desde esta página web.',
    en: 'This API key cannot be used from this website.',
    ar: 'لا يمكن استخدام مفتاح واجهة البرمجة هذا من هذا الموقع.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    es: 'Esta credencial no tiene permiso para hacer esto.',
    en: 'This credential is not allowed to do this.',
    ar: 'بيانات الاعتماد هذه لا تسمح بتنفيذ هذا الإجراء.',
  },

  // Staff (D61, D65).
  PERMISSION_REQUIRED: {
    status: 403,
    es: 'No tienes permiso para hacer esto. Quien lleva el salón puede dártelo.',
    en: 'You do not have the permission to do this. A manager of the salon can give it to you.',
    ar: 'ليست لديك صلاحية لتنفيذ هذا الإجراء. يمكن لمدير الصالون أن يمنحك إياها.',
  },
  STEP_UP_REQUIRED: {
    status: 403,
    es: 'Confirma que eres tú con tu llave de acceso y vuelve a intentarlo.',
    en: 'Confirm that it is you with your passkey, then try again.',
    ar: 'أكّد هويتك بمفتاح المرور ثم حاول مرة أخرى.',
  },
  SESSION_ENDED: {
    status: 401,
    es: 'Tu sesión ha terminado. Inicia sesión otra vez.',
    en: 'Your session has ended. Please sign in again.',
    ar: 'انتهت جلستك. يُرجى تسجيل الدخول مرة أخرى.',
  },
  SESSION_LOCKED: {
    status: 401,
    es: 'Este dispositivo está bloqueado. Elige tu nombre y escribe tu PIN.',
    en: 'This device is locked. Choose your name and enter your PIN.',
    ar: 'هذا الجهاز مقفل. اختر اسمك وأدخل رمز PIN.',
  },
  OTHER_SALON: {
    status: 403,
    es: 'En otra ventana has pasado a otro salón. Recarga esta página antes de seguir: no se ha guardado nada.',
    en: 'You have changed to another salon in another window. Reload this page before you go on: nothing was saved.',
    ar: 'لقد انتقلت إلى صالون آخر في نافذة أخرى. أعد تحميل هذه الصفحة قبل المتابعة: لم يُحفظ أي شيء.',
  },
  DEVICE_NOT_REGISTERED: {
    status: 401,
    es: 'Este dispositivo ya no es uno compartido del salón. Quien lleva el salón puede registrarlo.',
    en: 'This device is not a shared one of the salon any more. A manager of the salon can register it.',
    ar: 'لم يعد هذا الجهاز من الأجهزة المشتركة للصالون. يمكن لمدير الصالون تسجيله.',
  },
  DEVICE_NOT_FOUND: {
    status: 404,
    es: 'Ese dispositivo compartido no existe o ya no está registrado.',
    en: 'There is no such shared device, or it is not registered any more.',
    ar: 'هذا الجهاز المشترك غير موجود أو لم يعد مسجلًا.',
  },
  DEVICE_LIMIT_REACHED: {
    status: 400,
    es: 'El salón ya tiene 50 dispositivos compartidos. Quita antes uno que no se use.',
    en: 'The salon has 50 shared devices already. Please remove one that is not used first.',
    ar: 'لدى الصالون 50 جهازًا مشتركًا بالفعل. أزل أولًا جهازًا غير مستخدم.',
  },
  PIN_REFUSED: {
    status: 400,
    es: 'El PIN no es correcto o está bloqueado. Tras cinco fallos se desbloquea al entrar con tu llave de acceso en tu propio dispositivo.',
    en: 'The PIN is not right, or it is locked. After five failures it is unlocked when you sign in with your passkey on your own device.',
    ar: 'رمز PIN غير صحيح أو مقفل. بعد خمس محاولات فاشلة يُفتح عند الدخول بمفتاح المرور على جهازك الخاص.',
  },
  WEAK_PIN: {
    status: 400,
    es: 'Este PIN es demasiado fácil de adivinar. No repitas una sola cifra ni las pongas en orden.',
    en: 'This PIN is too easy to guess. Do not repeat one digit or put the digits in order.',
    ar: 'رمز PIN هذا سهل التخمين. لا تكرر رقمًا واحدًا ولا ترتب الأرقام بالتسلسل.',
  },
  CROSS_SITE_REQUEST: {
    status: 403,
    es: 'Esta petición no viene de las páginas del salón. Ábrelas y vuelve a intentarlo.',
    en: 'This request does not come from the pages of the salon. Open them and try again.',
    ar: 'لم يأتِ هذا الطلب من صفحات الصالون. افتحها ثم حاول مرة أخرى.',
  },
  PASSKEY_REFUSED: {
    status: 400,
    es: 'La llave de acceso no ha servido. Vuelve a intentarlo o entra con un código por correo.',
    en: 'The passkey did not work. Please try again, or sign in with a code by e-mail.',
    ar: 'لم يعمل مفتاح المرور. حاول مرة أخرى أو سجّل الدخول برمز عبر البريد الإلكتروني.',
  },
  PASSKEY_NOT_FOUND: {
    status: 404,
    es: 'No encontramos esa llave de acceso.',
    en: 'There is no such passkey.',
    ar: 'لم نعثر على مفتاح المرور هذا.',
  },
  PASSKEY_LIMIT_REACHED: {
    status: 400,
    es: 'Ya tienes 20 llaves de acceso. Borra antes una que no uses.',
    en: 'You have 20 passkeys already. Please delete one that you do not use first.',
    ar: 'لديك 20 مفتاح مرور بالفعل. احذف أولًا مفتاحًا لا تستخدمه.',
  },
  LAST_PASSKEY: {
    status: 400,
    es: 'Es tu última llave de acceso. Crea otra o guarda códigos de recuperación antes de borrarla.',
    en: 'It is your last passkey. Make another one or keep recovery codes before you delete it.',
    ar: 'هذا آخر مفتاح مرور لديك. أنشئ مفتاحًا آخر أو احتفظ برموز الاسترداد قبل حذفه.',
  },
  RECOVERY_CODE_INVALID: {
    status: 400,
    es: 'El correo o el código de recuperación no son correctos, o el código ya se usó.',
    en: 'The e-mail or the recovery code is not right, or the code was used before.',
    ar: 'البريد الإلكتروني أو رمز الاسترداد غير صحيح، أو سبق استخدام الرمز.',
  },
  SESSION_NOT_FOUND: {
    status: 404,
    es: 'Esa sesión no existe o ya ha terminado.',
    en: 'There is no such session, or it has ended.',
    ar: 'هذه الجلسة غير موجودة أو انتهت.',
  },
  SALON_NOT_FOUND: {
    status: 404,
    es: 'No trabajas en ese salón.',
    en: 'You do not work in that salon.',
    ar: 'أنت لا تعمل في هذا الصالون.',
  },
  SUPPORT_NOT_ALLOWED: {
    status: 403,
    es: 'El soporte de la plataforma no puede hacer esto con el acceso que le ha dado el salón.',
    en: 'Support of the platform cannot do this with the access that the salon has given.',
    ar: 'لا يمكن لدعم المنصة تنفيذ هذا الإجراء بالصلاحية التي منحها الصالون.',
  },
  SUPPORT_NOT_FOUND: {
    status: 404,
    es: 'No encontramos este acceso de soporte.',
    en: 'We cannot find this support access.',
    ar: 'لم نعثر على وصول الدعم هذا.',
  },
  SUPPORT_DECIDED: {
    status: 400,
    es: 'Esta solicitud ya está decidida o ha caducado. Actualiza la página para ver su estado.',
    en: 'This request has been decided or has expired. Reload the page to see its state.',
    ar: 'تم البت في هذا الطلب أو انتهت صلاحيته. أعد تحميل الصفحة لمعرفة حالته.',
  },
  OWNER_REQUIRED: {
    status: 403,
    es: 'Esto solo puede hacerlo un propietario del salón.',
    en: 'Only an owner of the salon can do this.',
    ar: 'لا يمكن تنفيذ هذا الإجراء إلا لأحد مالكي الصالون.',
  },
  STAFF_NOT_FOUND: {
    status: 404,
    es: 'No encontramos a esta persona en el equipo.',
    en: 'We could not find that person on the team.',
    ar: 'لم نعثر على هذا الشخص في الفريق.',
  },
  LAST_OWNER: {
    status: 409,
    es: 'Es el único propietario del salón. Invita antes a otro.',
    en: 'This is the only owner of the salon. Please invite another one first.',
    ar: 'هذا هو المالك الوحيد للصالون. يُرجى دعوة مالك آخر أولًا.',
  },
  OWNER_PERMISSIONS_FIXED: {
    status: 400,
    es: 'Un propietario tiene todos los permisos. Cambia antes su puesto.',
    en: 'An owner has every permission. Please change their role first.',
    ar: 'يملك المالك جميع الصلاحيات. يُرجى تغيير دوره أولًا.',
  },
  STAFF_EMAIL_TAKEN: {
    status: 409,
    es: 'Ya hay alguien en el equipo con este correo.',
    en: 'Somebody with this email address is on the team already.',
    ar: 'يوجد في الفريق شخص بهذا البريد الإلكتروني بالفعل.',
  },
  STAFF_LIMIT_REACHED: {
    status: 400,
    es: 'El salón ya tiene 300 personas en el equipo. Desactiva a alguien antes de invitar a más.',
    en: 'The salon has 300 people on the team already. Please deactivate somebody before you invite more.',
    ar: 'في فريق الصالون 300 شخص بالفعل. يُرجى تعطيل حساب أحدهم قبل دعوة المزيد.',
  },
  PROFESSIONAL_ALREADY_LINKED: {
    status: 409,
    es: 'La agenda de este profesional ya es de otra persona del equipo.',
    en: 'The calendar of this professional already belongs to somebody else on the team.',
    ar: 'تقويم هذا المختص مرتبط بالفعل بشخص آخر في الفريق.',
  },
  INVITATION_INVALID: {
    status: 400,
    es: 'Esta invitación no es válida. Puede que te hayan enviado otra más reciente.',
    en: 'This invitation is not valid. You may have been sent a newer one.',
    ar: 'هذه الدعوة غير صالحة. ربما أُرسلت إليك دعوة أحدث.',
  },
  INVITATION_USED: {
    status: 400,
    es: 'Esta invitación ya se ha usado. Inicia sesión con tu correo.',
    en: 'This invitation has been used already. Please sign in with your email address.',
    ar: 'استُخدمت هذه الدعوة بالفعل. يُرجى تسجيل الدخول ببريدك الإلكتروني.',
  },
  INVITATION_EXPIRED: {
    status: 400,
    es: 'Esta invitación ha caducado. Pide otra al salón.',
    en: 'This invitation has expired. The salon can send you a new one.',
    ar: 'انتهت صلاحية هذه الدعوة. يُرجى طلب دعوة جديدة من الصالون.',
  },

  // Everything of the salon for its owner (D68).
  DOWNLOAD_LINK_INVALID: {
    status: 400,
    es: 'Este enlace no sirve: puede que hayas pedido otro más reciente, que lo hayas anulado o que sea de otra persona.',
    en: 'This link does not work: you may have requested a newer one or revoked it, or it belongs to somebody else.',
    ar: 'هذا الرابط لا يعمل: ربما طلبت رابطًا أحدث أو ألغيته، أو أنه يخص شخصًا آخر.',
  },
  DOWNLOAD_LINK_EXPIRED: {
    status: 400,
    es: 'Este enlace ha caducado: solo sirve 24 horas. Pide otro en Ajustes.',
    en: 'This link has expired: it works for 24 hours only. Request another one in Settings.',
    ar: 'انتهت صلاحية هذا الرابط: فهو يعمل 24 ساعة فقط. اطلب رابطًا آخر من الإعدادات.',
  },

  // Services, professionals and their time (D13).
  SERVICE_NOT_FOUND: {
    status: 404,
    es: 'No encontramos ese servicio.',
    en: 'We could not find that service.',
    ar: 'لم نعثر على هذه الخدمة.',
  },
  PROFESSIONAL_NOT_FOUND: {
    status: 404,
    es: 'No encontramos a ese profesional.',
    en: 'We could not find that professional.',
    ar: 'لم نعثر على هذا المختص.',
  },
  SERVICE_NOT_OFFERED: {
    status: 400,
    es: 'Este profesional no ofrece alguno de los servicios elegidos.',
    en: 'This professional does not offer one of the chosen services.',
    ar: 'هذا المختص لا يقدّم إحدى الخدمات المختارة.',
  },
  SERVICE_NOT_BOOKABLE: {
    status: 400,
    es: 'Alguno de los servicios elegidos no se puede reservar por internet. Contacta con el negocio.',
    en: 'One of the chosen services cannot be booked online. Please contact the business.',
    ar: 'لا يمكن حجز إحدى الخدمات المختارة عبر الإنترنت. يُرجى التواصل مع المنشأة.',
  },
  PROFESSIONAL_NOT_WORKING: {
    status: 200,
    es: 'El profesional no trabaja ese día.',
    en: 'The professional does not work on that day.',
    ar: 'المختص لا يعمل في ذلك اليوم.',
  },
  BUSINESS_CLOSED: {
    status: 400,
    es: 'El negocio está cerrado en ese momento.',
    en: 'The business is closed at that time.',
    ar: 'المنشأة مغلقة في ذلك الوقت.',
  },
  PROFESSIONAL_NOT_AVAILABLE: {
    status: 400,
    es: 'El profesional no trabaja a esa hora. Elige otra.',
    en: 'The professional does not work at that time. Please choose another one.',
    ar: 'المختص لا يعمل في ذلك الوقت. يُرجى اختيار وقت آخر.',
  },

  // Bookings (D15 to D17).
  PHONE_REQUIRED: {
    status: 400,
    es: 'Este negocio necesita un teléfono para reservar.',
    en: 'This business needs a phone number for an appointment.',
    ar: 'تحتاج هذه المنشأة إلى رقم هاتف لإتمام الحجز.',
  },
  MESSAGES_NEED_PHONE: {
    status: 400,
    es: 'Para recibir mensajes hace falta un teléfono.',
    en: 'Messages need a phone number.',
    ar: 'يلزم رقم هاتف لاستلام الرسائل.',
  },
  BOOKING_LIMIT_REACHED: {
    status: 400,
    es: 'Ya hay demasiadas citas pendientes con estos datos. Cancela alguna o contacta con el negocio.',
    en: 'There are already too many coming appointments with these details. Please cancel one or contact the business.',
    ar: 'هناك مواعيد قادمة كثيرة بهذه البيانات. يُرجى إلغاء أحدها أو التواصل مع المنشأة.',
  },
  TOO_SOON: {
    status: 400,
    es: 'Ya es tarde para reservar a esa hora. Elige una posterior.',
    en: 'It is too late to book that time. Please choose a later one.',
    ar: 'فات أوان الحجز في هذا الوقت. يُرجى اختيار وقت لاحق.',
  },
  SLOT_NOT_AVAILABLE: {
    status: 400,
    es: 'Esa hora ya no está libre. Elige otra.',
    en: 'That time is no longer free. Please choose another one.',
    ar: 'لم يعد هذا الوقت متاحًا. يُرجى اختيار وقت آخر.',
  },
  HOLD_NOT_FOUND: {
    status: 404,
    es: 'No encontramos esa retención.',
    en: 'We could not find that hold.',
    ar: 'لم نعثر على هذا الحجز المؤقت.',
  },
  HOLD_LIMIT_REACHED: {
    status: 400,
    es: 'Ya has retenido demasiadas horas. Confirma una o espera unos minutos.',
    en: 'You are holding too many times already. Please book one of them or wait a few minutes.',
    ar: 'لديك حجوزات مؤقتة كثيرة. يُرجى تأكيد أحدها أو الانتظار بضع دقائق.',
  },
  HOLD_EXPIRED: {
    status: 400,
    es: 'La hora ya no está retenida. Vuelve a elegirla si sigue libre.',
    en: 'The time is no longer held. Please choose it again if it is still free.',
    ar: 'لم يعد هذا الوقت محجوزًا مؤقتًا. يُرجى اختياره مرة أخرى إذا كان لا يزال متاحًا.',
  },
  HOLD_NOT_EXTENDABLE: {
    status: 400,
    es: 'Esta retención ya se ha prolongado una vez. Termina de reservar antes de que caduque.',
    en: 'This hold was extended once already. Please finish booking before it expires.',
    ar: 'تم تمديد هذا الحجز المؤقت مرة بالفعل. يُرجى إتمام الحجز قبل انتهائه.',
  },
  HOLD_MISMATCH: {
    status: 400,
    es: 'Los servicios, el profesional o la hora no son los que se habían retenido.',
    en: 'The services, the professional or the time are not those that were held.',
    ar: 'الخدمات أو المختص أو الوقت لا تطابق ما تم حجزه مؤقتًا.',
  },
  PREVIEW_REQUIRED: {
    status: 400,
    es: 'Primero hay que ver qué cambiaría, y confirmarlo en los diez minutos siguientes sin cambiar nada.',
    en: 'Please see first what would change, and confirm it within ten minutes without changing anything.',
    ar: 'يُرجى الاطلاع أولًا على ما سيتغيّر، ثم تأكيده خلال عشر دقائق من دون تعديل أي شيء.',
  },
  HOLD_ALREADY_BOOKED: {
    status: 400,
    es: 'Con esta retención ya se ha reservado una cita.',
    en: 'An appointment was already booked with this hold.',
    ar: 'تم حجز موعد بهذا الحجز المؤقت بالفعل.',
  },
  WAITLIST_NOT_FOUND: {
    status: 404,
    es: 'No encontramos esa petición en la lista de espera.',
    en: 'We could not find that entry of the waitlist.',
    ar: 'لم نعثر على هذا الطلب في قائمة الانتظار.',
  },
  WAITLIST_LIMIT_REACHED: {
    status: 400,
    es: 'Ya tienes varias peticiones en la lista de espera. Retira alguna antes de añadir otra.',
    en: 'You are on the waitlist several times already. Please withdraw one entry before you add another.',
    ar: 'لديك عدة طلبات في قائمة الانتظار بالفعل. يُرجى سحب أحدها قبل إضافة طلب آخر.',
  },
  WAITLIST_NO_OFFER: {
    status: 400,
    es: 'Ahora no hay ninguna hora ofrecida para esta petición.',
    en: 'No time is on offer for this entry at the moment.',
    ar: 'لا يوجد وقت معروض لهذا الطلب حاليًا.',
  },

  // Events (D42).
  EVENTS_EXPIRED: {
    status: 400,
    es: 'Los eventos que siguen a esta posición ya no se guardan. Continúa desde la primera que queda.',
    en: 'The events after this position are no longer kept. Continue from the first one that is.',
    ar: 'لم تعد الأحداث التي تلي هذا الموضع محفوظة. تابع من أول حدث متبقٍّ.',
  },
  RESOURCE_NOT_FOUND: {
    status: 404,
    es: 'El salón no tiene ese recurso.',
    en: 'The salon has no such resource.',
    ar: 'لا يوجد هذا المورد في الصالون.',
  },
  CATEGORY_NOT_FOUND: {
    status: 404,
    es: 'No encontramos esa categoría.',
    en: 'We could not find that category.',
    ar: 'لم نعثر على هذه الفئة.',
  },
  CLOSURE_NOT_FOUND: {
    status: 404,
    es: 'Ese día no tiene ningún cierre.',
    en: 'There is no closure on that day.',
    ar: 'لا يوجد إغلاق في ذلك اليوم.',
  },
  OVERRIDE_NOT_FOUND: {
    status: 404,
    es: 'Ese día el profesional no tiene ningún horario especial.',
    en: 'The professional has no special hours on that day.',
    ar: 'لا يوجد للمختص دوام خاص في ذلك اليوم.',
  },
  WOULD_ORPHAN_BOOKINGS: {
    status: 400,
    es: 'Hay citas que se quedarían sin profesional, servicio, recurso u hora. Cámbialas o cancélalas antes.',
    en: 'Some appointments would lose their professional, service, resource or time. Change or cancel them first.',
    ar: 'توجد مواعيد ستفقد المختص أو الخدمة أو المورد أو الوقت. غيّرها أو ألغِها أولًا.',
  },
  MANAGED_BY_FILE: {
    status: 403,
    es: 'La configuración de este salón solo se cambia en su archivo, que aplica quien administra la plataforma.',
    en: 'The settings of this salon are changed in its salon file only, which the operator of the platform applies.',
    ar: 'لا تُغيَّر إعدادات هذا الصالون إلا من ملفه الذي يطبّقه مشغّل المنصة.',
  },
  SETTING_IN_USE: {
    status: 409,
    es: 'Otro elemento activo lo necesita. Cámbialo o desactívalo antes.',
    en: 'Another active entry needs it. Change or deactivate that one first.',
    ar: 'يحتاج إليه عنصر آخر نشط. غيّره أو عطّله أولًا.',
  },
  SETTING_FIXED: {
    status: 409,
    es: 'La moneda y la zona horaria no se pueden cambiar porque ya hay citas.',
    en: 'The currency and the time zone cannot be changed because there are appointments already.',
    ar: 'لا يمكن تغيير العملة والمنطقة الزمنية لوجود مواعيد بالفعل.',
  },
  CATALOG_TOO_LARGE: {
    status: 400,
    es: 'El salón tendría demasiados profesionales o servicios. Desactiva antes los que ya no uses.',
    en: 'The salon would have too many professionals or services. Deactivate those you no longer use first.',
    ar: 'سيصبح عدد المختصين أو الخدمات كبيرًا جدًا. عطّل أولًا ما لم تعد تستخدمه.',
  },
  REPORT_TOO_LARGE: {
    status: 400,
    es: 'El informe tarda demasiado en calcularse. Elige un periodo más corto.',
    en: 'The report takes too long to compute. Choose a shorter period.',
    ar: 'يستغرق حساب التقرير وقتًا طويلًا. اختر فترة أقصر.',
  },
  IMPORT_NOT_FOUND: {
    status: 404,
    es: 'No encontramos esta importación. Se borran al cabo de un día.',
    en: 'We cannot find this import. Imports are deleted after a day.',
    ar: 'لم نعثر على عملية الاستيراد هذه. تُحذف بعد يوم.',
  },
  IMPORT_RUNNING: {
    status: 409,
    es: 'Otra importación del salón no ha terminado. Espera a que acabe.',
    en: 'Another import of the salon has not ended. Wait until it has.',
    ar: 'لم تنته عملية استيراد أخرى للصالون. انتظر حتى تنتهي.',
  },
  FILE_TOO_LARGE: {
    status: 413,
    es: 'El archivo es demasiado grande. Comprímelo o divídelo en varios.',
    en: 'The file is too large. Compress it, or split it into several files.',
    ar: 'الملف كبير جدًا. اضغطه أو قسّمه إلى عدة ملفات.',
  },
  BLOCK_NOT_FOUND: {
    status: 404,
    es: 'No encontramos ese bloqueo. Puede que ya se haya borrado.',
    en: 'That block was not found. It may have been deleted already.',
    ar: 'لم يتم العثور على هذا الحجب. ربما تم حذفه بالفعل.',
  },
  CALENDAR_NOT_FOUND: {
    status: 404,
    es: 'No encontramos ese calendario. Puede que ya se haya revocado.',
    en: 'That calendar was not found. It may have been revoked already.',
    ar: 'لم يتم العثور على هذا التقويم. ربما تم إلغاؤه بالفعل.',
  },
  CALENDAR_LIMIT_REACHED: {
    status: 400,
    es: 'El negocio ya tiene 100 calendarios. Revoca alguno antes de crear otro.',
    en: 'The business has 100 calendars already. Please revoke one before you create another.',
    ar: 'لدى المنشأة 100 تقويم بالفعل. يُرجى إلغاء أحدها قبل إنشاء تقويم آخر.',
  },
  ENDPOINT_NOT_FOUND: {
    status: 404,
    es: 'No encontramos ese endpoint. Puede que ya se haya borrado.',
    en: 'That endpoint was not found. It may have been deleted already.',
    ar: 'لم يتم العثور على نقطة الاستقبال هذه. ربما تم حذفها بالفعل.',
  },
  DELIVERY_NOT_FOUND: {
    status: 404,
    es: 'No encontramos esa entrega. Se guardan durante 30 días.',
    en: 'That delivery was not found. Deliveries are kept for 30 days.',
    ar: 'لم يتم العثور على عملية التسليم هذه. تُحفظ عمليات التسليم لمدة 30 يومًا.',
  },
  INVALID_URL: {
    status: 400,
    es: 'No podemos entregar eventos en esta dirección.',
    en: 'Events cannot be delivered to this address.',
    ar: 'لا يمكن تسليم الأحداث إلى هذا العنوان.',
  },
  ENDPOINT_LIMIT_REACHED: {
    status: 400,
    es: 'Ya hay diez endpoints, el máximo. Borra alguno antes de añadir otro.',
    en: 'There are ten endpoints already, which is the maximum. Please delete one before you add another.',
    ar: 'توجد عشر نقاط استقبال بالفعل، وهو الحد الأقصى. يُرجى حذف إحداها قبل إضافة أخرى.',
  },
  ENDPOINT_DISABLED: {
    status: 400,
    es: 'Este endpoint está desactivado. Actívalo antes de enviarle nada.',
    en: 'This endpoint is switched off. Please switch it on before you send it anything.',
    ar: 'نقطة الاستقبال هذه متوقفة. يُرجى تفعيلها قبل إرسال أي شيء إليها.',
  },
  ENDPOINTS_NOT_CONFIGURED: {
    status: 400,
    es: 'Esta plataforma no entrega eventos: le falta la clave con la que se guardan los secretos. Avisa a quien la administra.',
    en: 'This platform does not deliver events: it has no key to store secrets with. Please tell its operator.',
    ar: 'لا تُسلّم هذه المنصة الأحداث: ينقصها المفتاح الذي تُحفظ به الأسرار. يُرجى إبلاغ مشغّلها.',
  },
  BOOKING_NOT_FOUND: {
    status: 404,
    es: 'No encontramos esa cita.',
    en: 'We could not find that appointment.',
    ar: 'لم نعثر على هذا الموعد.',
  },
  CANNOT_CANCEL: {
    status: 400,
    es: 'La cita ya ha pasado o ya estaba cancelada.',
    en: 'The appointment has already passed or was already cancelled.',
    ar: 'انقضى الموعد أو أنه أُلغي من قبل.',
  },
  CANCELLATION_DEADLINE_PASSED: {
    status: 400,
    es: 'Ha pasado el plazo para cancelar por internet. Contacta con el negocio.',
    en: 'The time for cancelling online has passed. Please contact the business.',
    ar: 'انتهت مهلة الإلغاء عبر الإنترنت. يُرجى التواصل مع المنشأة.',
  },
  VERSION_CONFLICT: {
    status: 409,
    es: 'Esto ha cambiado mientras tanto. Vuelve a leerlo antes de cambiarlo.',
    en: 'This has changed meanwhile. Please read it again before you change it.',
    ar: 'تغيّرت هذه البيانات في هذه الأثناء. يُرجى قراءتها من جديد قبل تعديلها.',
  },
  CANNOT_RESCHEDULE: {
    status: 400,
    es: 'La cita ya ha pasado o ya no está en pie, y no se puede cambiar de hora.',
    en: 'The appointment has already passed or is no longer open, so its time cannot be changed.',
    ar: 'انقضى الموعد أو لم يعد قائمًا، ولا يمكن تغيير وقته.',
  },
  CANNOT_CHANGE_LINES: {
    status: 400,
    es: 'La cita ya está cerrada o cancelada, y sus servicios no se pueden cambiar.',
    en: 'The appointment is already completed or cancelled, so its services cannot be changed.',
    ar: 'اكتمل الموعد أو أُلغي، ولا يمكن تغيير خدماته.',
  },
  LINE_PAID_WITH_POINTS: {
    status: 400,
    es: 'Ese servicio se pagó con puntos y no se puede quitar ni cambiar de precio.',
    en: 'That service was paid with points, so it can neither be removed nor have another price.',
    ar: 'دُفع ثمن هذه الخدمة بالنقاط، ولا يمكن إزالتها أو تغيير سعرها.',
  },
  RESCHEDULE_DEADLINE_PASSED: {
    status: 400,
    es: 'Ha pasado el plazo para cambiar la hora por internet. Contacta con el negocio.',
    en: 'The time for rescheduling online has passed. Please contact the business.',
    ar: 'انتهت مهلة تغيير الموعد عبر الإنترنت. يُرجى التواصل مع المنشأة.',
  },
  RESCHEDULE_LIMIT_REACHED: {
    status: 400,
    es: 'Esta cita ya ha cambiado de hora todas las veces que permite el negocio. Contacta con él.',
    en: 'The time of this appointment has been changed as often as the business allows. Please contact the business.',
    ar: 'غُيّر وقت هذا الموعد بعدد المرات الذي تسمح به المنشأة. يُرجى التواصل معها.',
  },
  INVALID_STATUS: {
    status: 400,
    es: 'Ese estado de cita no existe.',
    en: 'There is no such state of an appointment.',
    ar: 'لا توجد حالة موعد بهذا الاسم.',
  },
  INVALID_TRANSITION: {
    status: 400,
    es: 'La cita no puede pasar ahora a ese estado.',
    en: 'The appointment cannot go to that state now.',
    ar: 'لا يمكن نقل الموعد إلى هذه الحالة الآن.',
  },
  CUSTOMER_BLOCKED: {
    status: 403,
    es: 'Este negocio no admite citas con estos datos. Contacta con él.',
    en: 'This business does not take appointments with these details. Please contact it.',
    ar: 'لا تقبل هذه المنشأة الحجز بهذه البيانات. يُرجى التواصل معها.',
  },
  POINTS_DISABLED: {
    status: 400,
    es: 'Este negocio no admite pagos con puntos.',
    en: 'This business does not take points.',
    ar: 'لا تقبل هذه المنشأة الدفع بالنقاط.',
  },
  POINTS_NOT_APPLICABLE: {
    status: 400,
    es: 'Ninguno de los servicios elegidos se puede canjear por puntos.',
    en: 'None of the chosen services can be paid with points.',
    ar: 'لا يمكن دفع أي من الخدمات المختارة بالنقاط.',
  },
  INSUFFICIENT_POINTS: {
    status: 400,
    es: 'No tienes puntos suficientes.',
    en: 'You do not have enough points.',
    ar: 'ليس لديك ما يكفي من النقاط.',
  },

  // Reviews (D26).
  BOOKING_NOT_COMPLETED: {
    status: 400,
    es: 'Solo se puede reseñar una cita que ya ha tenido lugar.',
    en: 'Only an appointment that has taken place can be reviewed.',
    ar: 'لا يمكن تقييم سوى الموعد الذي تم.',
  },
  ALREADY_REVIEWED: {
    status: 400,
    es: 'Esta cita ya tiene una reseña.',
    en: 'This appointment has been reviewed already.',
    ar: 'سبق تقييم هذا الموعد.',
  },

  // Requests that come twice (D19).
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    es: 'La misma petición se está atendiendo. Inténtalo de nuevo en un segundo.',
    en: 'The same request is being worked on. Please try again in a second.',
    ar: 'يجري تنفيذ الطلب نفسه. يُرجى المحاولة مرة أخرى بعد ثانية.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    es: 'Esta Idempotency-Key ya se ha usado con otra petición.',
    en: 'This Idempotency-Key was used with another request already.',
    ar: 'سبق استخدام مفتاح Idempotency-Key هذا مع طلب آخر.',
  },

  // The shop (D25).
  PRODUCT_NOT_FOUND: {
    status: 404,
    es: 'No existe ese producto.',
    en: 'There is no such product.',
    ar: 'هذا المنتج غير موجود.',
  },
  OUT_OF_STOCK: {
    status: 400,
    es: 'No quedan unidades suficientes de alguno de los productos.',
    en: 'There are not enough pieces left of one of the products.',
    ar: 'لا توجد كمية كافية من أحد المنتجات.',
  },
  ORDER_NOT_FOUND: {
    status: 404,
    es: 'No existe ese pedido.',
    en: 'There is no such order.',
    ar: 'هذا الطلب غير موجود.',
  },
  INVALID_AMOUNT: {
    status: 400,
    es: 'El importe no es válido: es demasiado pequeño, o no es el que corresponde.',
    en: 'The amount is not valid: it is too small, or not what it can be.',
    ar: 'المبلغ غير صالح: إنه صغير جدًا أو لا يتوافق مع المبلغ الممكن.',
  },
  NOTHING_TO_REFUND: {
    status: 400,
    es: 'No queda nada que devolver de esta cita.',
    en: 'There is nothing left to give back for this appointment.',
    ar: 'لا يوجد مبلغ متبقٍّ يمكن ردّه لهذا الموعد.',
  },
  PAYMENT_DISPUTED: {
    status: 400,
    es: 'El pago está en disputa con el banco: no se puede devolver hasta que se resuelva.',
    en: 'The payment is disputed with the bank: it cannot be refunded until that is decided.',
    ar: 'الدفعة محل نزاع لدى البنك: لا يمكن ردّها حتى يُحسم النزاع.',
  },

  // Paying (D19 to D25).
  CUSTOMER_NOT_FOUND: {
    status: 404,
    es: 'No existe ese cliente.',
    en: 'There is no such customer.',
    ar: 'هذا العميل غير موجود.',
  },
  CUSTOMER_EXISTS: {
    status: 400,
    es: 'Ya hay una ficha de cliente con este correo electrónico.',
    en: 'There is a customer with this e-mail already.',
    ar: 'يوجد عميل مسجّل بهذا البريد الإلكتروني بالفعل.',
  },
  CUSTOMER_HAS_ACCOUNT: {
    status: 400,
    es: 'Esta persona entra en su cuenta con este correo, así que solo ella puede cambiarlo.',
    en: 'This person signs in with this e-mail, so that nobody else can change it.',
    ar: 'يسجّل هذا الشخص الدخول بهذا البريد الإلكتروني، لذا لا يمكن لغيره تغييره.',
  },
  CUSTOMER_MERGED: {
    status: 404,
    es: 'Esta ficha se fusionó con otra, que tiene ahora sus datos.',
    en: 'This customer was merged into another one, who now has their records.',
    ar: 'دُمجت بطاقة هذا العميل في بطاقة أخرى تضم الآن بياناته.',
  },
  ACCOUNT_NOT_MERGEABLE: {
    status: 400,
    es: 'La ficha que desaparecería tiene una cuenta con la que esa persona entra. Conserva esa ficha; dos fichas con cuenta no se pueden fusionar.',
    en: 'The customer who would disappear signs in with an account. Merge the other one into them; two customers with accounts cannot be merged.',
    ar: 'للعميل الذي ستختفي بطاقته حساب يسجّل به الدخول. احتفظ بتلك البطاقة؛ لا يمكن دمج بطاقتين لكل منهما حساب.',
  },
  MERGE_PAYMENT_OPEN: {
    status: 409,
    es: 'Ambas fichas tienen un pago sin terminar del mismo bono de puntos. Inténtalo cuando uno haya terminado.',
    en: 'Both customers have an unfinished payment of the same points package. Try again once one of them has ended.',
    ar: 'لكلا العميلين دفعة غير مكتملة لباقة النقاط نفسها. أعد المحاولة بعد انتهاء إحداهما.',
  },
  BALANCE_TOO_LOW: {
    status: 400,
    es: 'Este cliente no tiene tantos puntos.',
    en: 'This customer does not have that many points.',
    ar: 'ليس لدى هذا العميل هذا القدر من النقاط.',
  },
  NOTE_NOT_FOUND: {
    status: 404,
    es: 'Esta nota no existe.',
    en: 'There is no such note.',
    ar: 'هذه الملاحظة غير موجودة.',
  },
  CONSENT_REQUIRED: {
    status: 400,
    es: 'Para guardar datos de salud hace falta antes el consentimiento expreso de la persona.',
    en: 'Data about health needs the explicit consent of the person first.',
    ar: 'يتطلب حفظ البيانات الصحية موافقة صريحة من الشخص أولًا.',
  },
  HEALTH_NOTES_NOT_CONFIGURED: {
    status: 400,
    es: 'La plataforma no tiene clave para cifrar datos de salud. Su operador tiene que ponerla.',
    en: 'The platform has no key to encrypt data about health. Its operator has to set one.',
    ar: 'لا تملك المنصة مفتاحًا لتشفير البيانات الصحية. على مشغّلها أن يضبط واحدًا.',
  },
  PACKAGE_NOT_FOUND: {
    status: 404,
    es: 'No existe ese paquete de puntos.',
    en: 'There is no such points package.',
    ar: 'باقة النقاط هذه غير موجودة.',
  },
  PAYMENT_NOT_FOUND: {
    status: 404,
    es: 'No existe ese pago.',
    en: 'There is no such payment.',
    ar: 'هذه الدفعة غير موجودة.',
  },
  TILL_ENTRY_NOT_ALLOWED: {
    status: 400,
    es: 'Este cobro no se puede registrar ni anular así. Consulta el estado de la cita, del pedido o del cobro.',
    en: 'This payment cannot be recorded or reversed like this. Look at the state of the appointment, the order or the payment.',
    ar: 'لا يمكن تسجيل هذه الدفعة أو إلغاؤها بهذه الطريقة. يُرجى الاطّلاع على حالة الموعد أو الطلب أو الدفعة.',
  },
  TILL_ENTRY_NOT_FOUND: {
    status: 404,
    es: 'No existe ese cobro.',
    en: 'There is no such payment at the salon.',
    ar: 'لا توجد هذه الدفعة في الصالون.',
  },
  PAYOUT_NOT_FOUND: {
    status: 404,
    es: 'No existe esa liquidación.',
    en: 'There is no such payout.',
    ar: 'لا يوجد هذا التحويل.',
  },
  AMOUNT_MISMATCH: {
    status: 400,
    es: 'El importe no es el que hay que pagar. Vuelve a consultarlo antes de pagar.',
    en: 'The amount is not what is due. Please look it up again before paying.',
    ar: 'المبلغ لا يطابق المبلغ المستحق. يُرجى التحقق منه مرة أخرى قبل الدفع.',
  },
  BOOKING_ALREADY_PAID: {
    status: 400,
    es: 'Esta cita ya está pagada.',
    en: 'This appointment has already been paid.',
    ar: 'هذا الموعد مدفوع بالفعل.',
  },
  ORDER_ALREADY_PAID: {
    status: 400,
    es: 'Este pedido ya está pagado.',
    en: 'This order has already been paid.',
    ar: 'هذا الطلب مدفوع بالفعل.',
  },
  CANNOT_PAY: {
    status: 400,
    es: 'Esto ya no se puede pagar.',
    en: 'This cannot be paid any more.',
    ar: 'لم يعد بالإمكان الدفع مقابل هذا.',
  },
  POLICY_CHANGED: {
    status: 400,
    es: 'Las condiciones han cambiado. Léelas de nuevo antes de aceptarlas.',
    en: 'The terms have changed. Please read them again before you accept them.',
    ar: 'تغيّرت الشروط. يُرجى قراءتها مرة أخرى قبل قبولها.',
  },
  CARD_NOT_SAVED: {
    status: 400,
    es: 'No hay ninguna tarjeta guardada para esta cita.',
    en: 'No card is saved for this appointment.',
    ar: 'لا توجد بطاقة محفوظة لهذا الموعد.',
  },
  CARD_EXPIRES_TOO_EARLY: {
    status: 400,
    es: 'La tarjeta caduca antes de la cita. Usa otra.',
    en: 'The card expires before the appointment. Please use another one.',
    ar: 'تنتهي صلاحية البطاقة قبل الموعد. يُرجى استخدام بطاقة أخرى.',
  },
  FEE_NOT_ALLOWED: {
    status: 400,
    es: 'Por esta cita no se puede cobrar ningún cargo.',
    en: 'No fee can be charged for this appointment.',
    ar: 'لا يمكن فرض رسوم على هذا الموعد.',
  },
  FEE_ALREADY_CHARGED: {
    status: 400,
    es: 'Esta cita ya tiene un cargo.',
    en: 'This appointment already has a fee.',
    ar: 'توجد رسوم على هذا الموعد بالفعل.',
  },
  FEE_WINDOW_CLOSED: {
    status: 400,
    es: 'El plazo para cobrar un cargo por esta cita ha terminado.',
    en: 'The time for charging a fee for this appointment is over.',
    ar: 'انتهت مهلة فرض رسوم على هذا الموعد.',
  },
  PROCESSOR_NOT_CONFIGURED: {
    status: 400,
    es: 'Este negocio no admite pagos con tarjeta en este momento.',
    en: 'This business does not take card payments at the moment.',
    ar: 'لا يقبل هذا المحل الدفع بالبطاقة حاليًا.',
  },
  PROCESSOR_UNAVAILABLE: {
    status: 503,
    es: 'El sistema de pago no responde. Inténtalo de nuevo en unos segundos; no se cobra dos veces.',
    en: 'The payment system does not answer. Please try again in a few seconds; nothing is charged twice.',
    ar: 'نظام الدفع لا يستجيب. يُرجى المحاولة مرة أخرى بعد بضع ثوانٍ؛ لن يُخصم أي مبلغ مرتين.',
  },
  PAYMENT_NOT_COMPLETED: {
    status: 400,
    es: 'El pago aún no se ha completado.',
    en: 'The payment has not been completed yet.',
    ar: 'لم تكتمل عملية الدفع بعد.',
  },
  PAYMENT_FAILED: {
    status: 400,
    es: 'No se ha podido realizar el pago. Inténtalo de nuevo o usa otra tarjeta.',
    en: 'The payment could not be made. Please try again or use another card.',
    ar: 'تعذّر إتمام الدفع. يُرجى المحاولة مرة أخرى أو استخدام بطاقة أخرى.',
  },
  CARD_DECLINED: {
    status: 400,
    es: 'La tarjeta ha sido rechazada. Prueba con otra.',
    en: 'The card was declined. Please try another one.',
    ar: 'تم رفض البطاقة. يُرجى تجربة بطاقة أخرى.',
  },
  INVALID_SIGNATURE: {
    status: 400,
    es: 'La firma de la notificación no es válida.',
    en: 'The signature of the notification is not valid.',
    ar: 'توقيع الإشعار غير صحيح.',
  },
} as const satisfies Record<string, Entry>

export type Code = keyof typeof catalogue

/**
 * The sentence for people that belongs to a code.
 *
 * @param extra.outcomeUnknown the request may have taken effect, so that it must not simply be
 *   repeated
 */
export function sentence(
  code: Code,
  language: Language,
  extra: { outcomeUnknown?: boolean } = {},
): string {
  const isSafeToRepeat = extra.outcomeUnknown !== true || code === 'PROCESSOR_UNAVAILABLE'
  return isSafeToRepeat ? catalogue[code][language] : outcomeUnknown[language]
}

const outcomeUnknown: Record<Language, string> = {
  es: 'No sabemos si la petición se ha completado. Compruébalo antes de repetirla.',
  en: 'We do not know whether the request was completed. Please check before you repeat it.',
  ar: 'لا نعلم إن كان الطلب قد اكتمل. يُرجى التحقق قبل تكراره.',
}
