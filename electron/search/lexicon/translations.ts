/**
 * Words of developers' notes in German and Chinese, with their English words. A line has a word, a colon, and the English
 * words for it, the most usual one first. Inflected German words and compounds are found by their parts.
 */
export const GERMAN = `
abend: evening
abfrage: query
abhängigkeit: dependency
ablauf: flow, process
ablegen: store, file
ablehnen: reject, decline
abmelden: sign out, logout
abonnement: subscription
abrechnung: billing
abrufen: fetch, retrieve
abschließen: finish, complete
absenden: send, submit
absicht: intention
abstand: distance, spacing
absturz: crash
abweichung: difference, deviation
adresse: address
aktualisieren: update, refresh
aktualisierung: update
alt: old
anbieter: provider, vendor
anbindung: integration, connection
anfang: beginning, start
anfrage: request
angebot: offer, quote
anhalten: stop
anhang: attachment
ankommen: arrive
anlegen: create
anmelden: sign in, login
anmeldung: login, sign-in
annahme: assumption
annehmen: accept, assume
anpassen: adapt, adjust
anruf: call
ansehen: view
ansicht: view
antwort: response, answer, reply
anwender: user
anwendung: application, app
anzahl: number, count
anzeige: display
anzeigen: show, display
arbeit: work
arbeiten: work
arbeitsspeicher: memory, ram
artikel: article, item
aufbewahren: keep, retain
aufbewahrung: retention
aufgabe: task, job
aufhören: stop
aufruf: call
aufräumen: clean up, cleanup
aufteilen: split
auftrag: order, job
aufwand: effort
ausblenden: hide
ausfall: outage, failure
ausführen: run, execute
ausgabe: output, expense
ausliefern: deploy, ship
auslieferung: delivery, shipping
auslösen: trigger
ausnahme: exception
ausrollen: roll out, deploy
ausschalten: switch off, disable
auswahl: selection, choice
ausweis: id
auswertung: report, analysis
authentifizierung: authentication
automatisch: automatic, automatically
bank: bank
barrierefreiheit: accessibility
bauen: build
baum: tree
bearbeiten: edit
bedingung: condition
beenden: end, stop
befehl: command
begrenzen: limit
behalten: keep
beispiel: example
benachrichtigung: notification
benennen: name
benutzen: use
benutzer: user
benutzeroberfläche: user interface, ui
berechnen: calculate, compute
berechnung: calculation
berechtigung: permission, authorization
bereich: area, range, scope
bericht: report
beschreibung: description
besprechung: meeting
bestand: stock, inventory
bestehen: exist, pass
bestellung: order
bestätigen: confirm
bestätigung: confirmation
betrag: amount
betreiben: operate, run
betrieb: operation, production
betriebssystem: operating system
bezahlen: pay
bibliothek: library
bild: image, picture
bildschirm: screen
blockieren: block
brauchen: need
buchen: book
buchhaltung: accounting
buchung: booking
büro: office
datei: file
daten: data
datenbank: database
datensatz: record, row
datenschutz: privacy, data protection
datensicherung: backup
datum: date
dauer: duration
deaktivieren: disable
dienst: service
dokument: document
dokumentation: documentation
drucken: print
drucker: printer
durchsatz: throughput
eigen: own
einbauen: add, build in
einbinden: include, integrate
einfach: simple, easy
einfügen: insert, paste
eingabe: input
einhalten: comply, keep
einheit: unit
einladung: invitation
einlesen: read, import
einreichen: submit
einrichten: set up, setup, configure
einrichtung: setup
einschalten: switch on, enable
einschränkung: restriction, limit
einstellung: setting
eintrag: entry
empfehlen: recommend
empfehlung: recommendation
empfänger: recipient, receiver
entfallen: dropped
entfernen: remove
enthalten: contain
entscheiden: decide
entscheidung: decision
entwickler: developer
entwicklung: development
entwurf: draft, design
ereignis: event
erfahrung: experience
ergebnis: result
erhalten: receive, keep
erhöhen: increase
erinnerung: memory, reminder
erkennen: detect, recognize
erlauben: allow
erlaubt: allowed
erledigen: done, finish
erneuern: renew
erreichen: reach
erscheinen: appear
ersetzen: replace
erstellen: create
erwarten: expect
erweiterung: extension
erzeugen: generate, create
extern: external
falsch: wrong
farbe: color
fehlen: missing
fehler: error, bug, mistake
fehlerbehandlung: error handling
fehlermeldung: error message
fehlschlag: failure
fehlschlagen: fail
feld: field
fenster: window
fertig: done, finished
festlegen: define, decide
filiale: branch, store
finden: find
firma: company
fläche: area
frage: question
frei: free
freigabe: release, approval
freigeben: release, approve
frist: deadline
früher: earlier
funktion: function, feature
gebühr: fee
geheim: secret
geheimnis: secret
gehören: belong
geld: money
gelten: apply, valid
gemeinsam: shared, common
genau: exact
genehmigung: approval
gerät: device
geschwindigkeit: speed
geschäft: business, shop
gesperrt: locked, blocked
gesundheit: health
getrennt: separate
gewicht: weight
gleichzeitig: concurrent, parallel
grenze: limit, boundary
grenzwert: limit, threshold
groß: large, big
grund: reason
gruppe: group
größe: size
gutschein: voucher, coupon
gültig: valid
gültigkeit: validity
halten: hold, keep
handbuch: manual
helfen: help
herausfinden: find out
herunterladen: download
hilfe: help
hinweis: hint, note
hinzufügen: add
hoch: high
hochladen: upload
häufig: frequent, often
inhalt: content
installieren: install
intern: internal
jahr: year
kamera: camera
kaputt: broken
karte: card, map
kasse: checkout
kauf: purchase
kennen: know
kennwort: password
kennzahl: metric
klasse: class
klein: small
kleiner: smaller
knopf: button
konfiguration: configuration, config
konflikt: conflict
konto: account
kopie: copy
korrektur: fix, correction
kosten: cost, costs
kostenlos: free
kunde: customer, client
kundendienst: support
kurz: short
lager: warehouse, stock
land: country
langsam: slow
laufen: run
laufwerk: drive
laufzeit: runtime
leer: empty
leicht: easy
leistung: performance
lesen: read
letzte: last
lieferant: supplier
liefern: deliver, ship
lieferung: delivery
liegen: located, lie
liste: list
lizenz: license
löschen: delete
lösung: solution
mahnung: reminder
maschine: machine
maximal: maximum
melden: report
meldung: message, report
menge: quantity, amount
messen: measure
messung: measurement
methode: method
mieter: tenant
mindestens: minimum
mindestversion: minimum version
minimal: minimum
mitarbeiter: employee
mitglied: member
mobil: mobile
monat: month
morgen: tomorrow, morning
muster: pattern
möglich: possible
nachricht: message
nacht: night
netz: network
netzwerk: network
neu: new
neustart: restart
niedrig: low
notiz: note
nummer: number
nutzen: use
nutzer: user
nutzung: usage
nötig: necessary
oberfläche: interface, ui
offen: open
ordner: folder, directory
ort: location, place
paket: package
passieren: happen
passwort: password
persönlich: personal
pflegen: maintain
pflicht: required, mandatory
platz: space, seat
preis: price
probe: sample
produkt: product
programm: program
programmiersprache: language
projekt: project
protokoll: log, protocol
prozess: process
prüfen: check, verify
prüfsumme: checksum
prüfung: check, validation
puffer: buffer
quelle: source
rabatt: discount
rechnen: calculate
rechner: computer
rechnung: invoice, bill
recht: right, permission
regel: rule, policy
regelmäßig: regular
reihenfolge: order, sequence
reise: travel, trip
reparieren: repair, fix
richtig: right, correct
roh: raw
rolle: role
runden: round, rounding
rundung: rounding
rückerstattung: refund
rückgabe: return
rückgängig: undo
schalter: switch, flag
schicht: layer, shift
schicken: send
schleife: loop
schließen: close
schlüssel: key
schnell: fast, quick
schnittstelle: interface, api
schreiben: write
schrift: font
schritt: step
schuld: debt
schutz: protection
schwelle: threshold
schwer: difficult, hard
schätzen: estimate
schätzung: estimate
schützen: protect
sehen: see
seite: page
selten: rare
senden: send
setzen: set
sicher: secure, safe
sicherheit: security
sicherung: backup
sicherungskopie: backup
signatur: signature
signieren: sign
sitzung: session
sortieren: sort
sortierung: sort, order
spalte: column
speicher: memory, storage
speichern: save, store
sperre: lock
sperren: lock, block
sprache: language
spät: late
stadt: city
standard: default, standard
standort: location, site
starten: start
statistik: statistics
stelle: place, position
stellen: put, set
steuer: tax
stornieren: cancel
stornierung: cancellation
strategie: strategy
stufe: level, stage
stunde: hour
störung: disruption, outage
suche: search
suchen: search, find
synchronisieren: synchronize, sync
synchronisierung: synchronization, sync
tabelle: table
tastatur: keyboard
technik: technology
teil: part
teilen: share, split
telefon: phone
termin: appointment, date
testen: test
teuer: expensive
thema: topic, theme
treffen: meet, decide
treiber: driver
trennen: separate, disconnect
uhrzeit: time
umbauen: rebuild, refactor
umbenennen: rename
umgebung: environment
umgebungsvariable: environment variable
umleitung: redirect
umrechnung: conversion
umsatz: revenue
umsetzen: implement
umsetzung: implementation
umstellen: switch, migrate
umstellung: migration, switch
umzug: migration, move
ungültig: invalid
unterbrechen: interrupt
unterschied: difference
unterschrift: signature
unterstützen: support
unterstützung: support
untersuchen: investigate
urlaub: vacation, holiday
ursache: cause
verarbeiten: process
verarbeitung: processing
verbessern: improve
verbesserung: improvement
verbieten: forbid
verbinden: connect
verbindung: connection
verboten: forbidden
verbrauch: consumption, usage
vereinbarung: agreement
verfahren: procedure, method
verfallen: expire
verfügbar: available
verfügbarkeit: availability
vergessen: forget
vergleich: comparison
vergleichen: compare
verhalten: behavior
verhindern: prevent
verkauf: sale, sales
verknüpfung: link, join
verlauf: history
verlieren: lose
verlust: loss
verlängern: extend
vermeiden: avoid
verringern: reduce
versand: shipping
verschicken: send
verschieben: move
verschlüsseln: encrypt
verschlüsselt: encrypted
verschlüsselung: encryption
versenden: send
versuch: attempt, try
verteilen: distribute
verteilung: distribution
vertrag: contract
verwalten: manage
verwaltung: administration, management
verweis: reference, link
verwenden: use
verwendung: use
verzeichnis: directory
verzögerung: delay, latency
veröffentlichen: publish, release
veröffentlichung: release
volltextsuche: full-text search
vorbereiten: prepare
vorgabe: default, requirement
vorgang: operation, process
vorgehen: approach
vorgeschrieben: required
vorhanden: existing
vorlage: template
vorschau: preview
vorschlag: suggestion, proposal
vorschreiben: require
wachsen: grow
wahl: choice
warnung: warning
warten: wait
warteschlange: queue
wartung: maintenance
webseite: website, page
wechseln: switch, change
weiterleitung: redirect, forwarding
wenig: few
werkzeug: tool
wert: value
wesentlich: essential
wichtig: important
wiederherstellen: restore, recover
wiederherstellung: recovery, restore
wiederholen: repeat, retry
wiederholung: retry, repetition
wissen: know
woche: week
wochenende: weekend
wort: word
wählen: choose
währung: currency
zahl: number
zahlen: pay
zahlung: payment
zahlungsanbieter: payment provider
zeichen: character
zeichenkette: string
zeichensatz: charset, encoding
zeigen: show
zeiger: pointer
zeile: line, row
zeit: time
zeitplan: schedule
zeitzone: time zone
zeitüberschreitung: timeout
zerlegen: split
zertifikat: certificate
ziel: goal, target
zufall: random
zugang: access
zugangsdaten: credentials
zugriff: access
zulassen: allow
zuordnung: mapping, assignment
zurückgeben: return
zurücksetzen: reset
zusammen: together
zusammenfassung: summary
zusammenführen: merge
zustand: state
zuständig: responsible, owner
zuverlässig: reliable
zweck: purpose
zweig: branch
ändern: change, modify
änderung: change
öffentlich: public
öffnen: open
überprüfen: check, verify
überschreiben: overwrite
übersetzung: translation
übersicht: overview
übertragen: transfer
übertragung: transfer, transmission
überwachung: monitoring
`;

export const CHINESE = `
上传: upload
上线: release, launch
下载: download
丢失: lost, loss
严格: strict
中断: interrupt
主机: host
主键: primary key
主题: theme, topic
习惯: habit
事件: event
事务: transaction
事故: incident
云: cloud
交易: transaction
产品: product
付款: payment
代理: proxy, agent
代码: code
令牌: token
价格: price
价钱: price
任务: task, job
优先级: priority
优惠券: coupon
会议: meeting
会话: session
传输: transfer
位置: location, position
低: low
作业: homework, job
作者: author
使用: use
例外: exception
例子: example
依赖: dependency
便签: note
保存: save, store
保护: protect
保留: keep, retain
信息: information
修复: fix
修改: change, modify
值: value
值班: on call
停止: stop
储存: storage
允许: allow
免费: free
入口: entry
全文搜索: full-text search
公司: company
公开: public
共享: share
共用: shared
关系: relation
关键字: keyword
关闭: close
内存: memory
内容: content
写入: write
冲突: conflict
决定: decision
准备: prepare
减少: reduce
凭据: credentials
凭证: credentials
函数: function
分支: branch
分析: analysis
分钟: minute
分页: pagination
切换: switch
列表: list
创建: create
删除: delete
刷新: refresh
前端: frontend
功能: feature, function
加密: encryption
加载: load
加速: speed up
动态: dynamic
动画: animation
升级: upgrade
协议: protocol
单位: unit
单元测试: unit test
占用: usage
卡: card
历史: history
压缩: compression
原因: reason, cause
原始: raw, original
参数: parameter, argument
发布: release, publish
发票: invoice
发送: send
取消: cancel
变量: variable
可用: available
可访问性: accessibility
合同: contract
合并: merge
同步: sync, synchronize
名字: name
名称: name
后台: background
后端: backend
启动: start, startup
启用: enable
告警: alert
周: week
周一: monday
周三: wednesday
周二: tuesday
周五: friday
周六: saturday
周四: thursday
周日: sunday
周末: weekend
命中: hit
命令: command
命名: naming
命名空间: namespace
响应: response
唯一: unique
商店: store, shop
回复: reply
回归: regression
回滚: rollback
团队: team
国家: country
国际化: i18n, internationalization
图标: icon
图片: image
图表: chart
地区: region
地图: map
地址: address
场景: scenario
域名: domain
基准: benchmark
增加: add
增量: incremental
处理: handle, process
备份: backup
复制: copy
外部: external
外键: foreign key
多语言: multilingual, i18n
大小: size
天: day
失效: invalid, expire
失败: failure, fail
头像: avatar
字体: font
字段: field
字符: character
字符串: string
存储: storage, store
学习: learn
学生: student
安全: security, safe
安装: install
完成: done, finish
定时: scheduled, cron
定时任务: cron job
实例: instance
实现: implement
审查: review
审核: approval, review
客户: customer, client
客户端: client
容器: container
容量: capacity
密码: password
密钥: key, secret
对比: compare
对象: object
导入: import
导出: export
小时: hour
尺寸: size
属性: attribute, property
崩溃: crash
工作: work
工具: tool
差异: difference
布局: layout
平台: platform
并发: concurrent, concurrency
库存: stock, inventory
应用: application, app
延迟: latency, delay
开关: switch, flag
开发: development
开始: start
开源: open source
异常: exception
异步: async
引用: reference
强制: force
归档: archive
循环: loop
微服务: microservice
必须: must, required
快: fast
快捷键: shortcut
快照: snapshot
性能: performance
总数: total
恢复: restore, recovery
意外: unexpected
慢: slow
成功: success
成本: cost
截止: deadline
手册: manual
手机: phone, mobile
执行: execute, run
扩展: extension
批量: batch, bulk
技术: technology
折叠: collapse
折扣: discount
护照: passport
报价: quote
报告: report
报表: report
报错: error
拍照: photo
拼写: spelling
指南: guide
指标: metric
指纹: fingerprint
按钮: button
授权: authorization
排序: sort, order
接口: api, interface
控制台: console
推荐: recommend
推送: push
提交: commit, submit
提示: hint, prompt
插件: plugin
搜索: search
搜索引擎: search engine
撤销: undo
操作系统: operating system
支付: payment
支持: support
收费: charge, price
改名: rename
改进: improve
故障: failure, outage
效率: efficiency
教程: tutorial
数值: value
数字: number
数据: data
数据库: database
数组: array
数量: number, count
文件: file
文件夹: folder
文本: text
文档: documentation, document
新: new
方式: way, method
方案: solution, plan
方法: method
无效: invalid
日历: calendar
日志: log
日期: date
旧: old
时区: time zone
时间: time
显卡: gpu
显示: show, display
晚上: night, evening
暂停: pause
更改: change
更新: update
替换: replace
最低: minimum
最大: maximum
最小: minimum
最新: latest
最近: recent
月: month
有效: valid
服务: service
服务器: server
服务端: server
本地: local
机制: mechanism
机器: machine
权限: permission
构建: build
架构: architecture
查询: query
标准: standard
标签: tag, label
标题: title
校验: validation
样式: style
样本: sample
格式: format
框架: framework
检查: check
检索: search, retrieval
模块: module
模型: model
模式: mode, pattern
模板: template
步骤: step
每周: weekly
每天: daily, every day
每晚: nightly, every night
每月: monthly
永久: permanent
注册: registration, sign up
注释: comment
流程: process, flow
测试: test
浏览器: browser
浮点: float
消息: message
消息队列: message queue
添加: add
清单: list, checklist
清理: clean up, cleanup
清空: clear
点击: click
热更新: hot reload
版本: version
特性: feature
状态: status, state
环境: environment
环境变量: environment variable
理由: reason
生产: production
生产环境: production
生成: generate
用户: user
电子邮件: email
电脑: computer
电话: phone
界面: interface, ui
登出: logout
登录: login, sign in
白名单: allow list, whitelist
监控: monitoring
目录: directory, folder
目标: goal, target
相同: same
短信: sms
硬件: hardware
确认: confirm, confirmation
磁盘: disk
示例: example
禁止: forbid, forbidden
禁用: disable
离线: offline
私有: private
移动: move, mobile
移动端: mobile
程序: program
稳定: stable
空格: space
窗口: window
端到端: end-to-end
端口: port
笔记: note
等待: wait
签名: signature
算法: algorithm
管理: management
管理员: administrator, admin
类型: type
系统: system
约定: convention
线上: production
线程: thread
组件: component
细节: detail
终端: terminal
经验: experience
结构: structure
结果: result
绘制: draw
统计: statistics
续期: renew
维护: maintenance
缓存: cache
编码: encoding
编译: compile, build
编辑: edit
编辑器: editor
缩放: zoom, scale
缺少: missing
缺陷: bug, defect
网关: gateway
网站: website, site
网络: network
网页: page, web page
翻译: translation
老师: teacher
联系: contact
脚本: script
自动: automatic
自定义: custom
节点: node
获取: get, fetch
行: line, row
表: table
表单: form
表格: table
覆盖: overwrite, coverage
覆盖率: coverage
规则: rule
规定: rule
规范: convention, standard
视图: view
视频: video
角色: role
解决: solve, resolve
解析: parse
触发: trigger
警告: warning
计划: plan
计算: calculate, compute
订单: order
订阅: subscription
记录: record, log
许可证: license
设备: device
设置: setting, setup
设计: design
访问: access
证书: certificate
评分: rating, score
评审: review
评论: comment
识别: recognize
试用: trial
详情: detail
语法: syntax
语言: language
请求: request
读取: read
课程: course
调度: schedule
调用: call
调试: debug
负载: load
责任: responsibility, owner
账单: bill
账号: account
账户: account
货币: currency
质量: quality
费用: fee, cost
资源: resource
超时: timeout
跟踪: trace, track
跨域: cors
路径: path
路由: route
转换: convert, conversion
软件: software
输入: input
输出: output
迁移: migration
过期: expire, expired
过滤: filter
运维: operations
运行: run
返回: return
进程: process
连接: connection
退款: refund
选择: choose, select
透明: transparent
通知: notification
通过: pass
速度: speed
逻辑: logic
邮件: email
邮箱: email
部署: deploy, deployment
配置: configuration, config
重启: restart
重命名: rename
重复: duplicate
重构: refactor
重置: reset
重试: retry
金额: amount
银行: bank
链接: link
锁: lock
错误: error, bug
键盘: keyboard
镜像: image, mirror
长度: length
问题: problem, issue
阈值: threshold
队列: queue
防火墙: firewall
阻塞: block
降低: reduce
限制: limit
隐私: privacy
隔离: isolate
集成: integration
集群: cluster
需求: requirement
静态: static
面板: panel
音频: audio
页面: page
项目: project
顺序: order
预算: budget
预览: preview
预订: booking, reservation
频率: frequency
颜色: color
风格: style
风险: risk
首选: prefer
验证: validation, verify
验证码: captcha
高: high
黑名单: block list
默认: default
`;
