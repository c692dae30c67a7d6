import type { Technology } from '../technology.ts'

/** Programs that teams run for themselves: build servers, trackers, consoles, stores. */
export const PRODUCTS: readonly Technology[] = [
  { name: 'Jenkins', implies: ['Java'], headers: { 'x-jenkins': /^([\d.]+)/ } },
  {
    name: 'GitLab',
    implies: ['Ruby on Rails'],
    cookies: ['_gitlab_session'],
    headers: { 'x-gitlab-meta': /./ },
  },
  { name: 'Gitea', cookies: ['i_like_gitea'] },
  { name: 'Gogs', cookies: ['i_like_gogs'] },
  {
    name: 'Redmine',
    implies: ['Ruby on Rails'],
    cookies: ['_redmine_session'],
    meta: { description: /^Redmine$/ },
  },
  {
    name: 'Mastodon',
    implies: ['Ruby on Rails'],
    headers: { server: /^Mastodon$/i },
    cookies: ['_mastodon_session'],
  },
  {
    name: 'Jira',
    implies: ['Java'],
    cookies: ['atlassian.xsrf.token'],
    meta: { 'application-name': /^JIRA$/i },
  },
  {
    name: 'Confluence',
    implies: ['Java'],
    headers: { 'x-confluence-request-time': /^\d/ },
    meta: { 'confluence-base-url': /./ },
  },
  { name: 'TeamCity', implies: ['Java'], headers: { 'teamcity-node-id': /./ } },
  { name: 'SonarQube', implies: ['Java'], meta: { 'application-name': /^SonarQube$/i } },
  { name: 'Nexus Repository', implies: ['Java'], headers: { server: /^Nexus\/([\d.]+)/ } },
  {
    name: 'Artifactory',
    implies: ['Java'],
    headers: { 'x-artifactory-id': /./, 'x-jfrog-version': /^Artifactory\/([\d.]+)/ },
  },
  {
    name: 'Keycloak',
    implies: ['Java'],
    cookies: ['KC_RESTART', 'KEYCLOAK_IDENTITY', 'KEYCLOAK_SESSION'],
  },
  {
    name: 'Elasticsearch',
    implies: ['Java'],
    headers: { 'x-elastic-product': /^Elasticsearch$/i },
  },
  { name: 'Kibana', implies: ['Node.js'], headers: { 'kbn-name': /./, 'kbn-license-sig': /./ } },
  {
    name: 'Grafana',
    cookies: ['grafana_session'],
    html: [['grafanaBootData', /window\.grafanaBootData\b/]],
  },
  {
    name: 'Prometheus',
    html: [
      ['Time Series C', /<title>Prometheus Time Series Collection and Processing Server<\/title>/],
    ],
  },
  {
    name: 'RabbitMQ',
    implies: ['Erlang'],
    html: [['RabbitMQ', /<title>RabbitMQ Management<\/title>/]],
  },
  { name: 'MinIO', headers: { server: /^MinIO/ } },
  { name: 'CouchDB', implies: ['Erlang'], headers: { server: /^CouchDB\/([\d.]+)/ } },
  { name: 'Docker Registry', headers: { 'docker-distribution-api-version': /^registry\// } },
  { name: 'phpMyAdmin', implies: ['PHP'], cookies: ['phpMyAdmin', 'phpMyAdmin_https', 'pma_lang'] },
  { name: 'Adminer', implies: ['PHP'], cookies: ['adminer_sid', 'adminer_key'] },
  { name: 'Roundcube', implies: ['PHP'], cookies: ['roundcube_sessid'] },
  {
    name: 'Nextcloud',
    implies: ['PHP'],
    cookies: ['nc_sameSiteCookielax', '__Host-nc_sameSiteCookielax'],
  },
  { name: 'Zimbra', implies: ['Java'], cookies: ['ZM_TEST', 'ZM_LOGIN_CSRF'] },
  {
    name: 'Microsoft Exchange Server',
    implies: ['ASP.NET'],
    headers: { 'x-owa-version': /^([\d.]+)/ },
  },
  { name: 'Jupyter', implies: ['Python'], attributes: { 'data-jupyter-api-token': /^/ } },
  {
    name: 'Swagger UI',
    files: [/(?:^|\/)swagger-ui(?:-bundle|-standalone-preset)?\.(?:js|css)/],
    icons: ['649:53e68cd0', '600:3691ab43'],
  },
  { name: 'ReDoc', files: [/\/redoc(?:@[\w.-]+\/bundles\/redoc)?\.standalone\.js/] },
  { name: 'GraphiQL', files: [/\/graphiql(?:@([\d.]+))?(?:\/[\w/.]{0,40})?(?:\.min)?\.js/] },
]
