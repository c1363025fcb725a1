# Anfragen
bad-request = die Anfrage ist nicht verständlich: { $reason }
not-json = das ist kein JSON: Zeile { $line }, Spalte { $column }
json-incomplete = das JSON endet zu früh
not-json-type = der Header content-type muss application/json sein
missing-field = das Feld { $field } fehlt
duplicate-field = das Feld { $field } kommt zweimal vor
unknown-field = ein Feld { $field } gibt es nicht; es gibt { $fields }
no-fields = ein Feld { $field } gibt es nicht, und auch kein anderes
unknown-choice = { $value } gibt es nicht; möglich ist { $choices }
wrong-value = erwartet wird { $wanted }, gefunden wurde { $found }
unreadable = das hat keine der Formen, die hier möglich sind
malformed-within = in { $field }: { $reason }
wanted-text = ein Text
wanted-number = eine Zahl
wanted-integer = eine ganze Zahl
wanted-range = eine ganze Zahl von { $min } bis { $max }
wanted-not-negative = eine nicht negative ganze Zahl
wanted-boolean = true oder false
wanted-list = eine Liste
wanted-object = ein Objekt
wanted-other = etwas anderes
found-text = der Text { $value }
found-literal = { $value }
found-list = eine Liste
found-object = ein Objekt
found-other = etwas anderes
not-a-websocket = diese Adresse ist für WebSockets
invalid-path = die Adresse ist nicht lesbar
binary-message = Nachrichten sind JSON-Texte
cross-origin = die Anfrage kommt von einer Seite einer anderen Website
unknown-host = dieser Server heißt nicht { $host }; wer ihn betreibt, kann den Namen mit --origin erlauben
busy = der Server hat zu viel zu tun; versuch es in { $retry_after_seconds ->
        [one] 1 Sekunde
       *[other] { $retry_after_seconds } Sekunden
    } noch einmal
no-such-route = unter dieser Adresse gibt es nichts
method-not-allowed = diese Adresse unterstützt die Methode nicht
request-timeout = der Inhalt kam nicht innerhalb von { $seconds ->
        [one] 1 Sekunde
       *[other] { $seconds } Sekunden
    } an
payload-too-large = der Inhalt ist zu groß
too-many-watched-games = über eine Verbindung lassen sich höchstens { $max } Partien verfolgen
rate-limited = zu viele Anfragen; versuch es in { $retry_after_seconds ->
        [one] 1 Sekunde
       *[other] { $retry_after_seconds } Sekunden
    } noch einmal
internal = { $reason }
failed = mit dem Server stimmt etwas nicht; Näheres steht in seinem Protokoll
cannot-store = der Server kann im Moment nichts speichern; versuche es später noch einmal
games-damaged = die Datenbank des Servers ist beschädigt; sein Betreiber muss eine Sicherung einspielen
engine-busy = die Engine ist zu beschäftigt; versuch es später noch einmal
too-many-engine-games = von einer Adresse aus { $max ->
        [one] lässt sich nur eine Partie
       *[other] lassen sich höchstens { $max } Partien
    } gleichzeitig gegen die Engine spielen; beende erst eine
too-many-analyses = für dich { $max ->
        [one] kann nur eine Analyse
       *[other] können höchstens { $max } Analysen
    } gleichzeitig laufen; beende erst eine
too-many-analyses-of-address = von einer Adresse aus { $max ->
        [one] kann nur eine Analyse
       *[other] können höchstens { $max } Analysen
    } gleichzeitig laufen; versuch es später noch einmal
overloaded = der Server ist dafür zu beschäftigt; versuch es später noch einmal
work-failed = mit dem Server stimmt etwas nicht; Näheres steht in seinem Protokoll

# Konten
invalid-name = ein Name hat 2 bis 20 Buchstaben, Ziffern, - und _ und beginnt mit einem Buchstaben
reserved-name = der Name { $name } ist reserviert
invalid-password = ein Passwort hat 8 bis 200 Zeichen
trivial-password = dieses Passwort gehört zu den ersten, die jeder probiert; wähle ein anderes
invalid-label = eine Bezeichnung hat 1 bis 60 druckbare Zeichen
name-taken = der Name { $name } ist vergeben
wrong-credentials = Name oder Passwort ist falsch
wrong-password = das Passwort ist falsch
unknown-token = das Zugriffstoken ist unbekannt oder wurde widerrufen
forged-cookie = das Cookie stammt nicht von diesem Server
guest-has-account = du hast jetzt ein Konto; melde dich an
session-ended = deine Sitzung ist beendet; lade die Seite neu
account-required = dafür brauchst du ein Konto
session-required = Programme können das nicht; melde dich mit einem Browser an
has-played-rated = ein Konto, das gewertete Partien gespielt hat, bleibt, was es ist
too-many-tokens = ein Konto hat höchstens { $max } Zugriffstokens; widerrufe zuerst eines
no-such-session = diese Sitzung gibt es nicht
no-such-token = dieses Zugriffstoken gibt es nicht
too-many-sign-ins = gerade melden sich zu viele an; versuch es in { $retry_after_seconds ->
        [one] 1 Sekunde
       *[other] { $retry_after_seconds } Sekunden
    } noch einmal
hashing-failed = ein Passwort ließ sich nicht hashen: { $reason }

# Partien
no-such-game = diese Partie gibt es nicht
no-such-player = diesen Spieler gibt es nicht
no-such-speed = diese Bedenkzeitklasse gibt es nicht
invalid-cursor = cursor muss der next_cursor der vorigen Seite sein
invalid-limit = limit muss zwischen 1 und { $max } liegen, nicht bei { $value }
invalid-request-id = eine request_id hat 1 bis 64 druckbare Zeichen
start-is-over = in der Anfangsstellung ist die Partie schon zu Ende
rated-needs-two-players = eine gewertete Partie braucht zwei Spieler
rated-needs-account = eine gewertete Partie braucht ein Konto; melde dich zuerst an
rated-needs-clock = eine gewertete Partie braucht eine Uhr
rated-needs-default-start = eine gewertete Partie braucht die übliche Anfangsstellung
program-needs-own-account = ein Programm spielt gewertete Partien nur mit einem eigenen Konto; kennzeichne es zuerst als Programm
rated-needs-equal-players = eine gewertete Partie ist zwischen zwei Menschen oder zwischen zwei Programmen
guest-in-rated-game = diese Partie ist gewertet; melde dich an, um sie zu spielen
not-a-player = du spielst in dieser Partie nicht mit
not-your-side = das ist nicht deine Seite
not-started = die Partie hat noch nicht begonnen
not-over = die Partie ist noch nicht zu Ende
only-correspondence = Bedingte Züge gibt es in Partien mit Tagen pro Zug oder ohne Uhr
own-turn = du bist am Zug: bedingte Züge beantworten Züge des Gegners
plays-both-sides = wer beide Seiten spielt, braucht keine bedingten Züge
no-open-seat = in dieser Partie ist kein Platz frei
lost-race = jemand war schneller
contention = in dieser Partie geschieht zu viel auf einmal; versuch es noch einmal
room-closed = die Partie wird gerade entladen; versuch es noch einmal
invalid-game = eine gespeicherte Partie ist ungültig: { $reason }

# Push-Nachrichten
push-your-turn = Du bist am Zug
push-game-over = Die Partie ist zu Ende
push-invalid-endpoint = endpoint muss die https-Adresse eines Push-Dienstes im öffentlichen Netz sein
push-invalid-keys = die Schlüssel oder die Sprache des Browsers sind nicht gültig
push-unavailable = dieser Server erreicht keine Push-Dienste

# Vorschau von Links
preview-title = { $game }: { $first } – { $second }
preview-invitation = { $game }: jemand wartet auf dich
preview-moves = { $plies ->
    [0] Noch ist kein Zug gespielt.
    [one] Ein Zug ist gespielt.
   *[other] { $plies } Züge sind gespielt.
 }
preview-guest = Gast
preview-engine = Engine, Stufe { $level }

# Die Datenbank
store-conflict = eine andere Anfrage war schneller
store-ratings-changed = zu viele Partien derselben Spieler enden auf einmal; bitte noch einmal versuchen
store-corrupt = die Datenbank ist beschädigt: { $reason }
store-database = die Datenbank meldet einen Fehler: { $reason }
store-migration = die Datenbank lässt sich nicht migrieren: { $reason }
database-not-a-database = die Datei ist keine Datenbank
database-cannot-open = die Datei lässt sich nicht öffnen
database-busy = ein anderer Prozess benutzt sie
database-read-only = sie darf nicht geschrieben werden
database-full = der Datenträger ist voll
database-damaged = die Datei ist beschädigt
database-io = der Datenträger lässt sich nicht lesen oder beschreiben
database-other-version = eine andere Version dieses Programms hat sie geschrieben
database-collision = andere Anfragen sind in die Quere gekommen
database-unreachable = PostgreSQL ist unter { $address } nicht zu erreichen: { $error }
database-wrong-password = PostgreSQL nimmt den Benutzer { $user } mit diesem Passwort nicht an
database-missing = PostgreSQL hat keine Datenbank { $name }
database-not-allowed = PostgreSQL erlaubt diesem Benutzer nicht, was nötig ist
database-too-many-connections = PostgreSQL nimmt keine weiteren Verbindungen an
database-not-running = PostgreSQL startet oder hält gerade an
database-too-old = PostgreSQL { $version } ist zu alt; mindestens Version { $oldest } ist nötig
database-needs-tls = PostgreSQL verlangt eine verschlüsselte Verbindung, die dieses Programm nicht hat; möglich sind ein Socket, ein privates Netz oder ein Tunnel
database-other-scheme = hinter { $scheme }:// ist keine Datenbank; möglich sind postgres:// oder der Name einer Datei
database-invalid-url = die URL der Datenbank ist ungültig: { $reason }
database-overloaded = es wird zu viel auf einmal verlangt
database-other = sie meldet: { $text }
store-unavailable = die Datenbank ist zurzeit nicht zu benutzen: { $reason }
store-closed = der Server wird heruntergefahren
store-full = der Server hat keinen Speicherplatz mehr; versuche es später noch einmal
store-cannot-write = in die Datenbank lässt sich nicht schreiben: { $reason }
store-damaged = die Datenbank ist beschädigt: { $reason }
store-rolled-back = wegen eines Fehlers im Server wurde nichts gespeichert; versuche es noch einmal
too-many-waiting-games = du hast { $max } Partien, die auf einen Spieler warten; ziehe zuerst eine zurück
too-many-offers = du hast { $max } Angebote in der Lobby; ziehe zuerst eines zurück
too-many-offers-from-address = es gibt { $max } Angebote von deiner Adresse; warte, bis eines angenommen wird, oder melde dich an, falls du ein Gast bist
guest-budget = der Server speichert hier keine weiteren Partien für Gäste; melde dich an, um weiterzuspielen
store-cannot-open = die Datenbank lässt sich nicht öffnen: { $reason }
store-not-empty = die Datenbank { $database } ist nicht leer; nichts wurde kopiert
store-copy-differs = die Kopie der Tabelle { $table } weicht vom Original ab; nichts wurde behalten
store-in-use = ein anderer Server (Prozess { $process }) benutzt die Datenbank { $file }
store-many-names = die Datenbank { $file } hat einen zweiten Namen, einen Hardlink; entferne einen von beiden, denn die neuesten Partien stehen in einer Datei neben nur einem der beiden
store-unopened-file = { $file } lässt sich nicht öffnen: { $reason }
store-not-ours = { $file } ist keine Datenbank dieses Programms

# Ob der Server bereit ist
draining = der Server wird heruntergefahren
engine-silent = die Engine antwortet nicht
store-silent = die Datenbank antwortet nicht

# Starten des Servers
cannot-start-threads = die Threads der Engine lassen sich nicht starten: { $error }
cannot-listen = auf { $address } lässt sich nicht lauschen: { $error }
server-failed = der Server ist ausgefallen: { $error }

bus-other-scheme = { $url } ist kein Bus; möglich ist nats://host:port, auch mehrere mit Kommas dazwischen
bus-invalid-url = { $url } ist keine gültige URL
bus-unreachable = Der Bus { $address } ist nicht erreichbar: { $error }
bus-not-allowed = Der Bus { $address } nimmt Benutzer und Passwort oder das Token nicht an
bus-failed = Der Bus { $address } ist nicht benutzbar; er meldet: { $reason }
bus-needs-postgres = Ein Bus ist für mehrere Knoten, und die können sich keine Datenbankdatei teilen; dafür ist PostgreSQL nötig
node-needs-bus = Andere Knoten (etwa { $node }) benutzen diese Datenbank und haben einen Bus; dieser braucht denselben (--bus)
node-other-without-bus = Der Server { $node } (Prozess { $process }) benutzt diese Datenbank ohne Bus; er muss beendet werden oder denselben Bus bekommen (--bus)
node-other-bus = Der Knoten { $node } benutzt diese Datenbank, antwortet aber nicht auf dem Bus { $bus }; alle Knoten brauchen denselben Bus
node-id-taken = Ein anderer Knoten heißt schon { $node }; jeder braucht einen eigenen Namen (--node-id)
node-clocks-apart = Die Uhren dieses Rechners und der Datenbank gehen { $seconds } Sekunden auseinander; sie müssen gleich gehen (NTP)
node-invalid-id = { $text } kann nicht der Name eines Knotens sein: 1 bis 64 Buchstaben, Ziffern, - und _
