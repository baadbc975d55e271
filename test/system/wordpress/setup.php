<?php
// Installs WordPress and its people, and prints what the tests need to know: { "<user>": "<application password>" }.
define('WP_INSTALLING', true);
$database = new mysqli('localhost', 'root', '', '', 0, $argv[1]);
$database->query('CREATE DATABASE wordpress CHARACTER SET utf8mb4');

/** Installing would write a mail to the new administrator. */
function wp_new_blog_notification() {}

require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('The Harbour Desk', 'admin', 'admin@example.com', true, '', wp_generate_password());
switch_theme('plain');
update_option('permalink_structure', '/%postname%/');
$wp_rewrite->init();
$wp_rewrite->flush_rules(false);

$passwords = [];
foreach (['admin' => 'administrator', 'erin' => 'editor', 'arto' => 'author'] as $login => $role) {
  $user = get_user_by('login', $login);
  $id = $user ? $user->ID : wp_insert_user(['user_login' => $login, 'user_pass' => wp_generate_password(), 'role' => $role]);
  [$passwords[$login]] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'Copydesk']);
}
echo json_encode($passwords);
